public import ShellOutput

/// An argument, an option, a flag, or a group of these, declared by a command.
public protocol Parameter: Sendable {
  /// Adds its arguments and options to a command's specification, in order.
  func add(to specification: inout CommandSpecification)
}

extension Parameter {
  /// The names of its arguments and options.
  package var names: [String] {
    var specification = CommandSpecification("group", abstract: "")
    add(to: &specification)
    return specification.arguments.map(\.name) + specification.options.map(\.name)
  }
}

extension CommandSpecification {
  /// Creates a specification from the parameters that a command declares.
  ///
  /// ``confirming(_:onlyInProduction:)``, ``sendingRequests()`` and others add what only some commands need.
  ///
  /// - Parameters:
  ///   - name: the command's own name, without its module's: `add`.
  ///   - abstract: what the command does, in one line without a full stop.
  ///   - discussion: further information for the user.
  ///   - examples: lines that a user can type unchanged.
  ///   - parameters: the arguments in their order, and the options.
  ///   - changesData: whether the command can change anything; see ``changesData``.
  ///   - offline: what the command can do while its service is unreachable; see ``offline``.
  ///   - columns: the fields of its records, for completion of the stages after `|`.
  public init(
    _ name: String, abstract: String, discussion: String = "", examples: [Example] = [],
    parameters: [any Parameter] = [], changesData: Bool = true, offline: OfflineUse = .none,
    columns: [Column] = []
  ) {
    self.init(
      name, abstract: abstract, discussion: discussion, examples: examples, options: [],
      changesData: changesData, fields: columns.map(\.name))
    self.offline = offline
    for parameter in parameters { parameter.add(to: &self) }
  }
}

/// The specification of a parameter, in one place: a command with many parameters stays small, and so does the code
/// that copies it.
@usableFromInline
package final class SharedSpecification<Specification: Sendable>: Sendable {
  @usableFromInline package let value: Specification

  @usableFromInline init(_ value: Specification) { self.value = value }
}
