public import ShellCommands
public import ShellOutput

/// The options that select a part of a long list: `--page`, `--per-page` and `--all`.
public struct PageOptions: Sendable, Equatable {
  /// The maximum page size, and the page size of `--all`.
  private static let maximum = 1000

  /// The page size if only `--page` is given.
  ///
  /// It must be fixed: the size decides which elements are on a page.
  private static let standard = 20

  /// The highest page number.
  private static let lastPage = 1_000_000_000

  /// The page to start with, counted from 1; nil for the first.
  public let page: Int?

  /// The page size; nil leaves it to the server.
  public let perPage: Int?

  /// Whether all pages are requested.
  public let isAll: Bool

  /// Reads the options that ``specifications(of:)`` defines.
  ///
  /// - Throws: `ShellError` `usage` if both `--page` and `--all` are given.
  public init(_ arguments: BoundArguments) throws(ShellError) {
    isAll = arguments.flag("all")
    page = arguments.integer("page")
    perPage =
      arguments.integer("per-page")
      ?? (isAll ? Self.maximum : page == nil ? nil : Self.standard)
    if isAll, page != nil {
      throw ShellError(
        .usage, "--all and --page cannot be used together", word: arguments.word(of: "page"))
    }
  }

  /// Returns the options for a command's specification.
  ///
  /// - Parameter elements: what is listed, for the help text: `products`.
  public static func specifications(of elements: String) -> [OptionSpecification] {
    [
      .init("page", value: "N", "the page to show", type: .integer(1...lastPage)),
      .init(
        "per-page", value: "N", "how many \(elements) to show on a page",
        type: .integer(1...maximum)),
      .init(flag: "all", "list every page"),
    ]
  }
}
