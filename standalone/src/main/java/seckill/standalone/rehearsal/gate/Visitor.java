package seckill.standalone.rehearsal.gate;

import seckill.standalone.client.Reply;

/** One client of a sale: says what it sends, and hears the answers. Lives on one event loop. */
interface Visitor {
  /** The code of a call that got no answer at all. */
  String NO_ANSWER = "NO_ANSWER";

  /** What it does at the beginning. */
  Step first();

  /** Hears the answer to its call, and says what it does next; {@code null} if nothing more. */
  Step heard(Reply reply);
}
