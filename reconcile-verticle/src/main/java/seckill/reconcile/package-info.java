/**
 * The auditor: holds the books of Redis and MySQL against each other, and reports. It changes
 * neither.
 */
package seckill.reconcile;
