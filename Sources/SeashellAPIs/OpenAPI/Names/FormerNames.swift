/// The current and former names of a description's operations.
///
/// They are kept between versions of a description, so that an operation keeps its name, and no other
/// operation gets it.
struct FormerNames: Sendable, Equatable {
  /// How many names of removed operations are kept.
  static let mostGone = 10_000

  /// The names: first those in use, then the former ones, latest first.
  var names: [FormerName]

  /// Whether they were made by rules that name commands otherwise now.
  var followFormerRules = false

  /// Whether operations get new names, and these are only remembered as those that they had.
  var areReplaced = false

  init(_ names: [FormerName] = []) { self.names = names }

  /// Returns what a user is told who gets names that they had learned, although the rules are others now; nil if
  /// they are not.
  func notice(of api: String) -> String? {
    guard followFormerRules, !names.isEmpty else { return nil }
    return
      "'\(api)' was read last by an earlier version of the shell: its commands keep their names, and what else"
      + " has changed is not known; 'api refresh \(api) --rename' lists and takes the names of today"
  }

  /// Returns when a name fell out of use, in seconds since 1970, if it did.
  func goneSince(_ name: CommandName) -> Int? {
    for former in names where former.name == name { return former.goneSince }
    return nil
  }
}

/// A current or former name, with its operation.
struct FormerName: Sendable, Equatable {
  var id: String
  var method: DescribedMethod
  /// The operation's path with its templates.
  var path: String
  var name: CommandName
  /// When the operation lost the name, in seconds since 1970; nil while it has it.
  var goneSince: Int?
  /// Method and path: `POST /pets`.
  var line: String { "\(method.name) \(path)" }

  init(
    id: String, method: DescribedMethod, path: String, name: CommandName, goneSince: Int? = nil
  ) {
    (self.id, self.method, self.path) = (id, method, path)
    (self.name, self.goneSince) = (name, goneSince)
  }
}
