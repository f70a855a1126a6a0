package seckill.standalone.rehearsal.gate;

import seckill.standalone.client.Reply;

/** What a buyer has to tell about the own way through a sale. */
interface Diary {
  /** Any answer. */
  void heard(Reply reply);

  /** An answer after which the same is tried again. */
  void triedAgain(String code);

  /** The waiting room has let the buyer in. */
  void admitted();

  /** A challenge was passed. */
  void passed(String pass);

  /** The buyer was told to hold an order. */
  void holds(String orderId);

  /** The buyer is done. */
  void settled(String outcome);
}
