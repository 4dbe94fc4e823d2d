/// A place that a user opens or has opened: a path and its values.
public struct Place: Sendable, Equatable {
  /// The path: `products/p-7`.
  public let path: String

  /// The values of the parts in braces.
  package let values: [CompletionKind: String]

  package init(_ path: String, _ values: [CompletionKind: String]) {
    self.path = path
    self.values = values
  }

  /// The value of a completion kind in the route's braces; empty if the route has no such kind, which
  /// stops a debug build.
  public subscript(kind: CompletionKind) -> String {
    guard let value = values[kind] else {
      assertionFailure("the place \(path) has no {\(kind.name)}")
      return ""
    }
    return value
  }
}
