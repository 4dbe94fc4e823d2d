public import ShellCommands
import ShellOutput
public import WebAPI
public import WebFetching

/// The options that select a part of a long list: `--all`, `--page` where pages have numbers, and
/// `--per-page` where their size can be chosen.
///
/// A command declares them as one parameter, and reads them at once:
///
/// ```swift
/// let pages = PageOptions(of: "orders", paging: OrderListing().paging)
/// …
/// let selection = try pages.selection(in: invocation)
/// ```
public struct PageOptions: Parameter {
  /// The maximum page size, and the page size of `--all`.
  private static let maximum = 1000

  /// The page size if only `--page` is given, unless the command has one.
  ///
  /// It must be fixed: the size decides which elements are on a page.
  private static let standard = 20

  private static let lastPage = 1_000_000_000

  private let pageSize: Int?
  private let paging: Paging
  private let page: Option<Int?>
  private let perPage: Option<Int?>
  private let all = Flag("all", "list every page")

  /// Creates the options.
  ///
  /// - Parameters:
  ///   - elements: what is listed, for help: `products`.
  ///   - paging: how the list is paged.
  ///   - pageSize: the page size unless the user chooses one, 1 to 1,000; nil leaves it to the server.
  public init(of elements: String, paging: Paging = .link(), pageSize: Int? = nil) {
    self.pageSize = pageSize
    self.paging = paging
    page = Option("page", "the page to show", in: 1...Self.lastPage)
    perPage = Option("per-page", "how many \(elements) to show on a page", in: 1...Self.maximum)
  }

  /// Adds the options to a command's specification.
  public func add(to specification: inout CommandSpecification) {
    if paging.hasNumbers { page.add(to: &specification) }
    if paging.hasSizes { perPage.add(to: &specification) }
    all.add(to: &specification)
  }

  /// Returns the part of the list that the options select.
  ///
  /// - Throws: `ShellError` `usage` if both `--page` and `--all` are given.
  @MainActor
  public func selection(in invocation: Invocation) throws -> PageSelection {
    let page = paging.hasNumbers ? invocation[page] : nil
    let isAll = invocation[all]
    guard !isAll || page == nil else {
      throw invocation.usageError("--all and --page cannot be used together", at: self.page)
    }
    guard paging.hasSizes else { return PageSelection(page: page, isAll: isAll) }
    return PageSelection(
      page: page,
      perPage: invocation[perPage]
        ?? (isAll ? Self.maximum : pageSize ?? (page == nil ? nil : Self.standard)),
      isAll: isAll)
  }
}
