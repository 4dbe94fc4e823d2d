/// The notice below one page of a long list: which part of the list the page shows.
public enum PageNotice {
  /// The hint of commands with ``PageOptions``: how to get the whole list.
  public static let allHint = "--all lists every one"

  /// Returns the notice below a page that is not the last: `20 of 52; --all lists every one`.
  ///
  /// Commands print it even if their results go to a file or a pipe, so that one page is never mistaken for
  /// the whole list.
  ///
  /// - Parameters:
  ///   - count: the number of elements on the page; 0 gives no notice.
  ///   - reached: the number of elements up to the end of the page.
  ///   - total: the number of elements in the list; nil if the server does not say.
  ///   - hint: how to get the other elements.
  public static func text(
    shown count: Int, upTo reached: Int, of total: Int?, hint: String
  ) -> String? {
    guard count > 0 else { return nil }
    let isFirst = count >= reached
    let part = isFirst || count == 1 ? "\(reached)" : "\(reached - count + 1) to \(reached)"
    guard let total else { return "\(isFirst ? "the first \(part)" : part); \(hint)" }
    return "\(part) of \(total); \(hint)"
  }

  /// Returns the notice for a page after the last one, which is empty.
  public static func text(emptyPage page: Int, of total: Int?) -> String {
    "page \(page) is empty" + (total.map { "; there are \($0) in all" } ?? "")
  }
}
