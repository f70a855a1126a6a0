package seckill.runtime;

import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import seckill.config.ClusterSettings;
import seckill.config.SettingsFile;

/** Builds the Vert.x of a process: metrics, and the cluster if there is one. */
public final class VertxFactory {
  private static final String JGROUPS_RESOURCE = "seckill/runtime/jgroups-tcp.xml";
  private static final String INFINISPAN_RESOURCE = "seckill/runtime/infinispan.xml";

  private VertxFactory() {}

  /** A registry with the metrics of the JVM. */
  public static PrometheusMeterRegistry meters() {
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    // Of what all pools with one name use, by the size of the first of them: says nothing.
    meters.config().meterFilter(MeterFilter.denyNameStartsWith("vertx.pool.ratio"));
    new ClassLoaderMetrics().bindTo(meters);
    new JvmMemoryMetrics().bindTo(meters);
    // Lives as long as the process, like the registry it feeds.
    new JvmGcMetrics().bindTo(meters);
    new JvmThreadMetrics().bindTo(meters);
    new ProcessorMetrics().bindTo(meters);
    return meters;
  }

  /** A Vert.x, clustered if the settings say so. */
  public static Future<Vertx> create(ClusterSettings cluster, PrometheusMeterRegistry meters) {
    return create(cluster, meters, () -> new BusRegistry(cluster.lookupMillis()));
  }

  static Future<Vertx> create(
      ClusterSettings cluster, PrometheusMeterRegistry meters, Supplier<BusRegistry> registry) {
    VertxOptions options =
        new VertxOptions()
            .setPreferNativeTransport(true)
            .setFileSystemOptions(SettingsFile.withoutCache())
            .setMetricsOptions(
                new MicrometerMetricsOptions()
                    .setEnabled(true)
                    // The services count requests and messages themselves, by outcome.
                    .addDisabledMetricsCategory(MetricsDomain.HTTP_SERVER)
                    .addDisabledMetricsCategory(MetricsDomain.HTTP_CLIENT)
                    .addDisabledMetricsCategory(MetricsDomain.NET_SERVER)
                    .addDisabledMetricsCategory(MetricsDomain.NET_CLIENT)
                    .addDisabledMetricsCategory(MetricsDomain.EVENT_BUS));
    VertxBuilder builder =
        Vertx.builder().with(options).withMetrics(new MicrometerMetricsFactory(meters));
    if (!cluster.enabled()) {
      return Future.succeededFuture(builder.build());
    }
    // The cluster manager takes its files from system properties only, when it is made; without
    // them
    // it would look for company by multicast.
    System.setProperty("java.net.preferIPv4Stack", "true");
    System.setProperty("vertx.infinispan.config", INFINISPAN_RESOURCE);
    System.setProperty("vertx.jgroups.config", JGROUPS_RESOURCE);
    System.setProperty("seckill.jgroups.host", cluster.host());
    System.setProperty("seckill.jgroups.port", Integer.toString(cluster.port()));
    System.setProperty("seckill.jgroups.failurePort", Integer.toString(cluster.failurePort()));
    System.setProperty("seckill.jgroups.members", initialHosts(cluster));
    System.setProperty("seckill.jgroups.joinMillis", Long.toString(cluster.joinMillis()));
    options.setEventBusOptions(
        new EventBusOptions()
            .setHost(cluster.host())
            .setPort(cluster.busPort())
            .setClusterPublicHost(cluster.host())
            // Messages to a host that is silent wait in a queue until then.
            .setConnectTimeout(Math.toIntExact(2 * cluster.lookupMillis())));
    return builder.withClusterManager(registry.get()).buildClustered();
  }

  private static String initialHosts(ClusterSettings cluster) {
    return cluster.members().stream()
        .map(member -> member.replaceFirst(":(\\d+)$", "[$1]"))
        .collect(Collectors.joining(","));
  }
}
