package seckill.standalone.rehearsal.chaos;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.standalone.client.Reconciliation;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Waiting;
import seckill.standalone.rehearsal.Books;
import seckill.standalone.rehearsal.ItemBooks;
import seckill.standalone.rehearsal.Laws;
import seckill.standalone.rehearsal.Progress;

/** Waits until an item is at rest, and then looks for anything that is wrong with it. */
final class Examination {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration CALL_LIMIT = Duration.ofSeconds(60);
  private static final String BALANCED = "BALANCED";

  private final ChaosPlan plan;
  private final SaleSystem sale;
  private final Runnable revival;
  private final Progress progress;
  private final Vertx vertx;
  private final long itemId;
  private final List<String> breaches = new ArrayList<>();
  private final Map<String, Long> counts = new LinkedHashMap<>();

  /**
   * @param revival starts nodes that have ended by themselves, as whoever runs them would
   */
  Examination(
      ChaosPlan plan,
      SaleSystem sale,
      Runnable revival,
      Progress progress,
      Vertx vertx,
      long itemId) {
    this.plan = plan;
    this.sale = sale;
    this.revival = revival;
    this.progress = progress;
    this.vertx = vertx;
    this.itemId = itemId;
  }

  /** What is wrong, each in one sentence; empty if nothing is. */
  List<String> of(Crowd crowd, SaleApi api) {
    try (Books books = new Books(vertx, sale)) {
      drain(books);
      Map<String, String> results =
          Waiting.on(
              Inquiry.of(vertx, crowd, plan.limit()), plan.limit().multipliedBy(2), "results");
      audit(api);
      ItemBooks page = books.read(itemId);
      breaches.addAll(Laws.breaches(page));
      Hearing hearing = Hearing.of(page, crowd.all(), results);
      breaches.addAll(hearing.breaches());
      checkAnswers(crowd, page);
      count(page, hearing);
    }
    return breaches;
  }

  /** Waits until nothing is on its way any more. */
  void drain() {
    try (Books books = new Books(vertx, sale)) {
      drain(books);
    }
  }

  /** Looks at an item of an earlier round once more: what was at rest must be so still. */
  List<String> again(SaleApi api) {
    try (Books books = new Books(vertx, sale)) {
      drain(books);
      audit(api);
      breaches.addAll(Laws.breaches(books.read(itemId)));
    }
    return breaches;
  }

  /** Figures by name. */
  Map<String, Long> counts() {
    return counts;
  }

  private void drain(Books books) {
    long deadline = System.nanoTime() + plan.limit().toNanos();
    while (!books.isDrained(itemId)) {
      progress.show("draining: " + books.landed(List.of(itemId)) + " orders landed");
      if (System.nanoTime() - deadline > 0) {
        breach("not every order landed within " + plan.limit().toSeconds() + " s");
        return;
      }
      revival.run();
      Waiting.pause(POLL);
    }
  }

  // A report that was begun in the last moments of the drain may still see orders on their way.
  private void audit(SaleApi api) {
    long deadline = System.nanoTime() + plan.limit().toNanos();
    String verdict = verdict(api);
    while (!verdict.equals(BALANCED) && System.nanoTime() - deadline < 0) {
      revival.run();
      Waiting.pause(POLL);
      verdict = verdict(api);
    }
    if (!verdict.equals(BALANCED)) {
      breach("the auditor says " + verdict);
    }
  }

  private String verdict(SaleApi api) {
    try {
      Reply reply = new Reconciliation(api).run(Long.toString(itemId), CALL_LIMIT);
      return reply.succeeded() ? reply.body().getString("verdict") : reply.problem();
    } catch (SaleException e) {
      return e.getMessage();
    }
  }

  private void checkAnswers(Crowd crowd, ItemBooks page) {
    crowd
        .answers()
        .forEach(
            (code, count) -> {
              if (Answer.of(code) == Answer.WRONG) {
                breach(count + " purchases were answered " + code);
              }
            });
    long unserved = crowd.late().stream().filter(Examination::gotNoFinalAnswer).count();
    if (unserved > 0) {
      breach(unserved + " buyers got no final answer although everything was back");
    }
    boolean refused =
        crowd.late().stream().anyMatch(buyer -> buyer.told().belief() == Testimony.Belief.NOTHING);
    if (refused && page.remaining() > 0) {
      breach("the last buyers heard that all is sold, but " + page.remaining() + " are left");
    }
  }

  private static boolean gotNoFinalAnswer(Buyer buyer) {
    return buyer.told().order() == null && !buyer.told().wasRefused();
  }

  private void count(ItemBooks page, Hearing hearing) {
    counts.put("sold", (long) page.users().size());
    counts.put("landed", (long) page.orders().size());
    counts.put("remaining", page.remaining());
    counts.put("oversold", page.oversold());
    counts.put("duplicates", page.duplicates());
    counts.put("lost", (long) hearing.lost());
    counts.put("unknown", (long) hearing.unknown());
    counts.put("dead", (long) page.dead().size());
    counts.put("ended", (long) page.past().size());
    counts.put("paid", (long) page.paid().size());
  }

  private void breach(String sentence) {
    breaches.add("item " + itemId + ": " + sentence);
  }
}
