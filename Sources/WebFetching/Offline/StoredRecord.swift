/// A model that can be stored, to be read while its service cannot be reached.
public protocol StoredRecord: Codable, Sendable {
  /// The name of its kind, which no other model of the shell has: `orders`.
  static var storedKind: String { get }

  /// Its id, which no other record of its kind has.
  var storedID: String { get }

  /// The words by which a search finds it.
  var searchText: String { get }
}

extension StoredRecord where Self: Identifiable, ID == String {
  /// The model's id.
  public var storedID: String { id }
}
