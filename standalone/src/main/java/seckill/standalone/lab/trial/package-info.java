/** The trials that versions are put to, and what came of them. */
package seckill.standalone.lab.trial;
