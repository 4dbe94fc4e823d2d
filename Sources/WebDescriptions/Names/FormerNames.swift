/// The names that the operations of a description have and had.
///
/// They are kept between two versions of a description: an operation keeps its name, and nothing else gets
/// it.
package struct FormerNames: Sendable, Equatable {
  /// The most names of operations that are gone.
  package static let mostGone = 10_000

  /// The names, those in use first, then the ones that are gone, the latest first.
  package var names: [FormerName]

  /// Creates a list of names.
  package init(_ names: [FormerName] = []) { self.names = names }

  /// Returns the time since when nothing has a name, in seconds since 1970; nil if it is not gone.
  package func goneSince(_ name: CommandName) -> Int? {
    for former in names where former.name == name { return former.goneSince }
    return nil
  }
}

/// A name with the operation that has or had it.
package struct FormerName: Sendable, Equatable {
  /// The operation's id.
  package var id: String
  /// Its method.
  package var method: DescribedMethod
  /// Its path with its templates.
  package var path: String
  /// The name.
  package var name: CommandName
  /// The time since when the operation does not have it, in seconds since 1970; nil while it has it.
  package var goneSince: Int?

  /// Creates the name of an operation.
  package init(
    id: String, method: DescribedMethod, path: String, name: CommandName, goneSince: Int? = nil
  ) {
    (self.id, self.method, self.path) = (id, method, path)
    (self.name, self.goneSince) = (name, goneSince)
  }
}
