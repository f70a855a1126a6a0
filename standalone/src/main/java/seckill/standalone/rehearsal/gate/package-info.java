/** A rehearsal through every layer of the gate: honest buyers, scripts, and the funnel. */
package seckill.standalone.rehearsal.gate;
