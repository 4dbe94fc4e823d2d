import FoundationEssentials
import WebMessages

/// Tells the writes of a web page of another origin apart.
///
/// A browser sends a form, or a `fetch` without special headers, to any address that a page names, this
/// machine's included; the page cannot read the answer, but the write would be done. The browser says
/// whose page it was, in fields that no page can set (RFC 6454, section 7; Fetch Metadata Request
/// Headers, section 2). Programs send neither field.
enum ForeignPage {
  /// Refuses a write that a page of another origin has asked for.
  ///
  /// `same-site` is foreign too: another port of this machine is the same site.
  static func refuse(_ request: HTTPRequest) throws(Refusal) {
    guard request.method.isWrite else { return }
    if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" {
      throw refusal(at: "Sec-Fetch-Site")
    }
    if let origin = request.headers["Origin"] {
      guard let url = URL(string: origin), url.scheme != nil, Origin(url) == Origin(request.url)
      else { throw refusal(at: "Origin") }
    }
  }

  private static func refusal(at header: String) -> Refusal {
    Refusal(
      status: 403, code: "foreign_origin",
      detail: "A web page of another origin may not change anything here.",
      source: .header(header))
  }
}
