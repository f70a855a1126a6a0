package seckill.standalone.rehearsal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One unit that one user holds, in whichever store it is written.
 *
 * @param place its id there: primary key or stream id
 * @param orderId the order
 * @param userId the buyer
 */
public record Booking(String place, String orderId, String userId) {

  static List<Booking> union(List<Booking> first, List<Booking> second) {
    Set<String> seen = new HashSet<>();
    List<Booking> union = new ArrayList<>();
    for (List<Booking> list : List.of(first, second)) {
      for (Booking booking : list) {
        if (seen.add(booking.orderId == null ? booking.place : booking.orderId)) {
          union.add(booking);
        }
      }
    }
    return union;
  }
}
