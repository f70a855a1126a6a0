package seckill.gateway.gate;

/** What is noticed about clients besides the verdicts; whoever judges risks listens. */
public interface RiskSignals {
  /** Listens to nothing. */
  RiskSignals NONE =
      new RiskSignals() {
        @Override
        public void tooFast(ClientAddress address, String userId) {}

        @Override
        public void wrong(ClientAddress address, String userId) {}
      };

  /** A challenge was answered sooner than a human can. Called on any event loop. */
  void tooFast(ClientAddress address, String userId);

  /** A challenge was answered wrongly. Called on any event loop. */
  void wrong(ClientAddress address, String userId);
}
