package seckill.testkit;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands a test the shared {@link TestRedis}, emptied before each test. */
public final class RedisExtension implements ParameterResolver, BeforeEachCallback {

  @Override
  public void beforeEach(ExtensionContext context) {
    TestRedis.shared().flush();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext extension) {
    return parameter.getParameter().getType() == TestRedis.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext extension) {
    return TestRedis.shared();
  }
}
