package seckill.standalone;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class ProductVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = ProductVersion.class.getPackage().getImplementationVersion();
    return new String[] {"seckill " + (version == null ? "(not packaged)" : version)};
  }
}
