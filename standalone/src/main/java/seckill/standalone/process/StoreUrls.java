package seckill.standalone.process;

/** Where the two stores of a sale are. */
public interface StoreUrls {

  String redisUrl();

  String mysqlUrl();
}
