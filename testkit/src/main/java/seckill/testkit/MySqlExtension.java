package seckill.testkit;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands each test method an empty {@link TestMySql} database of its own. */
public final class MySqlExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(MySqlExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext extension) {
    return parameter.getParameter().getType() == TestMySql.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext extension) {
    // Closed by JUnit with the test's context; the same one for @BeforeEach and @Test.
    return extension
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(TestMySql.class, key -> TestMySql.fresh(), TestMySql.class);
  }
}
