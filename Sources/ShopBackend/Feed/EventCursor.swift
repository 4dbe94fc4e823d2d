/// Where one who follows the shop's events stands.
enum EventCursor {
  /// Behind an event that the file holds or held, of the history of that number.
  case behind(Int, history: Int)
  /// At a place of what is held in memory.
  case at(Int, history: Int)
}
