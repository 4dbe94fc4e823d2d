/// One of the orders.
public struct Order: Sendable, Equatable, Identifiable {
  /// The id, such as `o-1`.
  public let id: String

  /// The name.
  public let name: String

  /// The status, such as `open`.
  public let status: String

  /// Creates a model.
  public init(id: String, name: String, status: String) {
    self.id = id
    self.name = name
    self.status = status
  }
}
