/// What a command says below a page of a long list: which part of it the page was.
public enum PageNotice {
  /// How the user of a command with ``PageOptions`` gets the whole list.
  public static let allHint = "--all lists every one"

  /// The notice below a page that others follow: `20 of 52; --all lists every one`.
  ///
  /// A command says so wherever its results go: a list that is cut by its page must not pass for the
  /// whole.
  ///
  /// - Parameters:
  ///   - count: how many elements the page had; 0 gives no notice.
  ///   - reached: how many elements stand before the point that was reached, the page's included.
  ///   - total: how many there are in all, where the server says so.
  ///   - hint: how the user gets the others.
  public static func text(
    shown count: Int, upTo reached: Int, of total: Int?, hint: String
  ) -> String? {
    guard count > 0 else { return nil }
    let isFirst = count >= reached
    let part = isFirst || count == 1 ? "\(reached)" : "\(reached - count + 1) to \(reached)"
    guard let total else { return "\(isFirst ? "the first \(part)" : part); \(hint)" }
    return "\(part) of \(total); \(hint)"
  }

  /// The notice for a page behind the last one, which has nothing.
  public static func text(emptyPage page: Int, of total: Int?) -> String {
    "page \(page) is empty" + (total.map { "; there are \($0) in all" } ?? "")
  }
}
