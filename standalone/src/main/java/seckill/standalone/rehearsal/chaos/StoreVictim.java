package seckill.standalone.rehearsal.chaos;

import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import seckill.embedded.EmbeddedStoreException;
import seckill.standalone.process.SaleException;

/** An embedded server, which comes back on its port and its files. */
final class StoreVictim<S extends AutoCloseable> implements Victim, AutoCloseable {
  private final String name;
  private final Supplier<S> starter;
  private final ToLongFunction<S> pid;
  private final Consumer<S> killer;
  private volatile S server;

  /** Starts the server for the first time. */
  StoreVictim(String name, Supplier<S> starter, ToLongFunction<S> pid, Consumer<S> killer) {
    this.name = name;
    this.starter = starter;
    this.pid = pid;
    this.killer = killer;
    start();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long pid() {
    return pid.applyAsLong(server);
  }

  @Override
  public void kill() {
    killer.accept(server);
  }

  @Override
  public void start() {
    try {
      server = starter.get();
    } catch (EmbeddedStoreException e) {
      throw new SaleException(e.getMessage(), e);
    }
  }

  @Override
  public boolean isAlive() {
    return ProcessHandle.of(pid()).map(ProcessHandle::isAlive).orElse(false);
  }

  @Override
  public void close() throws Exception {
    server.close();
  }
}
