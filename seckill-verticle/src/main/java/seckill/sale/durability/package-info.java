/** What must hold in Redis before a purchase is answered with yes. */
package seckill.sale.durability;
