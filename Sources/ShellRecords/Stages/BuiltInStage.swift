package import ShellCommands

/// One of the shell's own stages.
///
/// All lists of stages begin with these, in this order; modules bring others.
package enum BuiltInStage: String, CaseIterable {
  case `where`, expect
  case expectSchema = "expect-schema"
  case put, select, drop
  case sortBy = "sort-by"
  case first, last, skip
  case uniqBy = "uniq-by"
  case count
  case groupBy = "group-by"
  case each, get, from, to

  package static let names = allCases.map(\.rawValue)

  /// The names for look-ups: a raw value is compared with each of them.
  private static let known = Set(names)

  package static func isName(_ name: String) -> Bool { known.contains(name) }

  /// Its group in the overview of `help`.
  package var subject: String {
    switch self {
    case .where, .expect, .expectSchema, .first, .last, .skip, .uniqBy: "choose records"
    case .put, .select, .drop, .get: "set and choose fields"
    case .sortBy, .count, .groupBy: "sort and count"
    case .each: "run a command for each"
    case .from, .to: "read and write formats"
    }
  }

  /// Creates the command of the stage, except for `each` and `expect-schema`, which need a shell.
  @MainActor
  package var command: (any Command)? {
    switch self {
    case .where: WhereCommand()
    case .expect: ExpectCommand()
    case .expectSchema: nil
    case .put: PutCommand()
    case .select: SelectCommand()
    case .drop: DropCommand()
    case .sortBy: SortByCommand()
    case .first: FirstCommand()
    case .last: LastCommand()
    case .skip: SkipCommand()
    case .uniqBy: UniqByCommand()
    case .count: CountCommand()
    case .groupBy: GroupByCommand()
    case .each: nil
    case .get: GetCommand()
    case .from: FromCommand()
    case .to: ToCommand()
    }
  }
}
