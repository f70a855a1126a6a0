/**
 * What all services and every outside client agree on: bus addresses, Redis keys, outcomes and
 * message shapes.
 *
 * <p>Imports the JDK and the JSON and buffer classes of Vert.x only, so that any client can use it.
 */
package seckill.contract;
