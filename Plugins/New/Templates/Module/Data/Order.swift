/// One of the orders.
struct Order: Sendable, Equatable, Identifiable {
  /// The id, such as `o-1`.
  let id: String

  /// The name.
  let name: String

  /// The status, such as `open`.
  let status: String
}
