package seckill.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.List;
import java.util.Set;

/** Which package may use what; a rule that covers no class fails, so that no typo passes. */
@AnalyzeClasses(packages = "seckill", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final List<String> SERVICES =
      List.of("seckill.gateway..", "seckill.sale..", "seckill.order..", "seckill.reconcile..");
  private static final String STANDALONE = "seckill.standalone..";

  /** Every class that sends commands to Redis. A new one is a decision: name it here. */
  private static final Set<String> REDIS_SENDERS =
      Set.of(
          "seckill.runtime.ClockWatch",
          "seckill.runtime.RedisConnector",
          "seckill.runtime.RedisLink",
          "seckill.runtime.RedisRights",
          "seckill.runtime.RedisScripts",
          "seckill.runtime.RedisSession",
          "seckill.runtime.RedisWriteCheck",
          "seckill.runtime.SentinelLookup",
          "seckill.sale.EvictionPolicy",
          "seckill.sale.ItemControlStore",
          "seckill.sale.LiveItemStore",
          "seckill.sale.StockStore",
          "seckill.sale.durability.SafetyStore",
          "seckill.sale.recovery.StateReader",
          "seckill.sale.recovery.StoreIdentities",
          "seckill.sale.gate.BlacklistStore",
          "seckill.sale.gate.GateStore",
          "seckill.sale.reservation.ReservedSet",
          "seckill.sale.room.RoomStore",
          "seckill.order.OrderStreams",
          "seckill.order.dead.LetterStreams",
          "seckill.reconcile.Lease",
          "seckill.reconcile.RedisBooks",
          "seckill.standalone.lab.redis.LabRedis",
          "seckill.standalone.rehearsal.RedisBooks");

  /** Every class that sends statements to MySQL. A new one is a decision: name it here. */
  private static final Set<String> SQL_SENDERS =
      Set.of(
          "seckill.runtime.InList",
          "seckill.runtime.MySqlConnections",
          "seckill.runtime.MySqlLease",
          "seckill.runtime.MySqlLink",
          "seckill.runtime.MySqlTransaction",
          "seckill.runtime.mysql.MySqlTransport",
          "seckill.runtime.SchemaMigrator",
          "seckill.runtime.StoreFollower",
          "seckill.sale.GateRepository",
          "seckill.sale.ItemRepository",
          "seckill.sale.ItemStatusRepository",
          "seckill.sale.OperatorBooks",
          "seckill.sale.recovery.EndedOrders",
          "seckill.sale.recovery.RecoveryBooks",
          "seckill.sale.recovery.StoreBooks",
          "seckill.sale.TermsRepository",
          "seckill.sale.reservation.ReservationBook",
          "seckill.sale.store.StoreBook",
          "seckill.order.DeadLetterRepository",
          "seckill.order.DiscardedOrders",
          "seckill.order.ChangedNotices",
          "seckill.order.CreatedNotices",
          "seckill.order.InTransaction",
          "seckill.order.MultiRow",
          "seckill.order.OrderLists",
          "seckill.order.OrderRepository",
          "seckill.order.dead.GivenUpOrders",
          "seckill.order.dead.LetterBooks",
          "seckill.order.dead.LetterDecisions",
          "seckill.order.dead.LetterHistory",
          "seckill.order.life.ChangeHook",
          "seckill.order.life.LifeStatements",
          "seckill.order.life.OpenBook",
          "seckill.order.life.OrderBook",
          "seckill.order.life.PaymentRows",
          "seckill.order.outbox.OutboxRows",
          "seckill.reconcile.DeadLetterRepository",
          "seckill.reconcile.Fence",
          "seckill.reconcile.LedgerRepairs",
          "seckill.reconcile.RepairBooks",
          "seckill.reconcile.RepairJournal",
          "seckill.reconcile.ReportBooks",
          "seckill.reconcile.ReturnTasks",
          "seckill.reconcile.SettlementBooks",
          "seckill.order.notice.BatchStore",
          "seckill.order.notice.EachRow",
          "seckill.order.notice.NoticeBook",
          "seckill.order.notice.NoticeShelf",
          "seckill.order.notice.NoticeStore",
          "seckill.order.notice.NoticeWatch",
          "seckill.order.notice.OrderFacts",
          "seckill.order.notice.SqlNoticeBook",
          "seckill.runtime.NoticeRows",
          "seckill.reconcile.SqlBooks",
          "seckill.standalone.bench.LandedWatch",
          "seckill.standalone.bench.PlainInserts",
          "seckill.standalone.rehearsal.MySqlBooks");

  /** The programs whose output is for the person who started them. */
  private static final Set<String> SPEAKERS =
      Set.of(
          "seckill.runtime.ServiceLauncher",
          "seckill.testkit.StoreSource",
          "seckill.testkit.ServerDirectory");

  @ArchTest
  static final ArchRule CONTRACT_NEEDS_NOTHING =
      classes()
          .that()
          .resideInAPackage("seckill.contract..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "java..",
                      "seckill.contract..",
                      "io.vertx.core.json..",
                      "io.vertx.core.buffer..")
                  // Reads addresses without ever asking a name server.
                  .or(named(Set.of("io.netty.util.NetUtil"))))
          .because("any client must be able to use it");

  @ArchTest
  static final ArchRule GROUND_KNOWS_NO_SERVICE =
      CompositeArchRule.of(
          List.of(
              noClasses()
                  .that()
                  .resideInAPackage("seckill.config..")
                  .should()
                  .dependOnClassesThat()
                  .resideInAPackage("seckill.runtime.."),
              neverAnyOf("seckill.config.."),
              neverAnyOf("seckill.contract.."),
              neverAnyOf("seckill.runtime.."),
              neverAnyOf("seckill.embedded.."),
              neverAnyOf("seckill.testkit..")));

  @ArchTest
  static final ArchRule NO_SERVICE_KNOWS_ANOTHER =
      CompositeArchRule.of(SERVICES.stream().map(ArchitectureTest::neverAnyOf).toList())
          .because("each is deployed on its own; they talk over the event bus");

  @ArchTest
  static final ArchRule EMBEDDED_STORES_STAND_ALONE =
      classes()
          .that()
          .resideInAPackage("seckill.embedded..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  "java..", "org.slf4j..", "redis.embedded..", "seckill.embedded.."));

  @ArchTest
  static final ArchRule SERVICES_USE_NO_TEST_STORES =
      noClasses()
          .that()
          .resideInAnyPackage(SERVICES.toArray(new String[0]))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("seckill.embedded..", "seckill.testkit..");

  @ArchTest
  static final ArchRule GATEWAY_TOUCHES_NO_STORE =
      noClasses()
          .that()
          .resideInAPackage("seckill.gateway..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "io.vertx.redis..", "io.vertx.sqlclient..", "io.vertx.mysqlclient..")
                  .or(
                      named(
                          Set.of(
                              "seckill.contract.RedisKeys",
                              "seckill.contract.ItemKeys",
                              "seckill.runtime.RedisLink",
                              "seckill.runtime.MySqlLink"))))
          .because("the gate knows no stock key");

  @ArchTest
  static final ArchRule FEW_SEND_REDIS_COMMANDS =
      noClasses()
          .that(areNot(REDIS_SENDERS).and(resideInAnyPackage("seckill..")))
          .and()
          .resideOutsideOfPackage("seckill.testkit..")
          .should()
          .dependOnClassesThat(
              named(
                  Set.of(
                      "io.vertx.redis.client.Command",
                      "io.vertx.redis.client.Redis",
                      "io.vertx.redis.client.RedisAPI",
                      "io.vertx.redis.client.RedisConnection",
                      "io.vertx.redis.client.Request")));

  @ArchTest
  static final ArchRule FEW_SEND_SQL =
      noClasses()
          .that(areNot(SQL_SENDERS).and(resideInAnyPackage("seckill..")))
          .and()
          .resideOutsideOfPackage("seckill.testkit..")
          .should()
          .dependOnClassesThat(
              named(
                  Set.of(
                      "io.vertx.sqlclient.Pool",
                      "io.vertx.sqlclient.SqlClient",
                      "io.vertx.sqlclient.SqlConnection",
                      "io.vertx.sqlclient.Tuple")));

  @ArchTest
  static final ArchRule LOGS_GO_THROUGH_SLF4J =
      noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

  @ArchTest
  static final ArchRule SERVICES_DO_NOT_PRINT =
      noClasses()
          .that(areNot(SPEAKERS))
          .and()
          .resideOutsideOfPackage(STANDALONE)
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  @ArchTest
  static final ArchRule SERVICES_DO_NOT_SLEEP =
      noClasses()
          .that()
          .resideOutsideOfPackage(STANDALONE)
          .should()
          .callMethod(Thread.class, "sleep", long.class)
          .because("only the command line has a thread to itself");

  @ArchTest
  static final ArchRule SERVICES_NEED_NO_DISPLAY =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.awt..", "javax.imageio..")
          .because("a slim JRE has neither fonts nor the libraries for them");

  @ArchTest
  static final ArchRule NAMES_SAY_SOMETHING =
      noClasses().should().haveNameMatching(".*(Manager|Helper|Utils?|Common)(\\$.*)?");

  /** A package uses no service and not the all-in-one program, except itself. */
  private static ArchRule neverAnyOf(String from) {
    DescribedPredicate<JavaClass> others =
        resideInAnyPackage(
                SERVICES.stream().filter(service -> !service.equals(from)).toArray(String[]::new))
            .or(resideInAnyPackage(STANDALONE));
    return noClasses().that().resideInAPackage(from).should().dependOnClassesThat(others);
  }

  private static DescribedPredicate<JavaClass> named(Set<String> names) {
    return describe("are one of " + names, type -> names.contains(outermost(type)));
  }

  private static DescribedPredicate<JavaClass> areNot(Set<String> names) {
    return describe("are none of " + names, type -> !names.contains(outermost(type)));
  }

  private static String outermost(JavaClass type) {
    return type.getName().replaceFirst("\\$.*", "");
  }
}
