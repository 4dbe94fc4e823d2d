public import ShellKit

/// Which part of a long list a user asks for: `--page`, `--per-page` or `--all`.
public struct PageOptions: Sendable, Equatable {
  /// How many elements a page has at most, and has where every page is asked for.
  private static let maximum = 1000

  /// How many elements a page has where only its number is given: which elements it has follows
  /// from both.
  private static let usual = 20

  /// The last page that the shop's API knows.
  private static let lastPage = 1_000_000_000

  /// The page to begin at, counted from 1; nil for the first.
  public let page: Int?

  /// How many elements a page has; nil leaves it to the server.
  public let perPage: Int?

  /// Whether every page is asked for.
  public let isAll: Bool

  /// Reads the options that ``specifications(of:)`` describes.
  ///
  /// - Throws: ``ShellKit/ShellError`` `usage` where a page and all of them are asked for.
  public init(_ arguments: BoundArguments) throws(ShellError) {
    isAll = arguments.flag("all")
    page = arguments.integer("page")
    perPage =
      arguments.integer("per-page")
      ?? (isAll ? Self.maximum : page == nil ? nil : Self.usual)
    if isAll, page != nil {
      throw ShellError(
        .usage, "--all and --page exclude each other", word: arguments.word(of: "page"))
    }
  }

  /// The options, for a command's specification.
  ///
  /// - Parameter elements: what a page has, for help's text: `products`.
  public static func specifications(of elements: String) -> [OptionSpecification] {
    [
      .init("page", value: "N", "the page to show", type: .integer(1...lastPage)),
      .init(
        "per-page", value: "N", "how many \(elements) a page has", type: .integer(1...maximum)),
      .init(flag: "all", "list every page"),
    ]
  }
}
