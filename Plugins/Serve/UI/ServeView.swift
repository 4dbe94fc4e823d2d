import SeashellKit

/// The messages of `serve`.
enum ServeView {
  /// Returns the result: the URL of the shop.
  static func address(_ authority: String) -> String {
    "serving the shop on http://\(authority)/v1"
  }

  /// Returns how to use the server and how to stop it.
  static func advice(_ authority: String) -> String {
    let talk =
      authority == "127.0.0.1:8080" || authority == "localhost:8080"
      ? "in another terminal, 'seashell -e dev' uses it"
      : "with { environments: { dev: { baseURL: 'http://\(authority)' } } } in config.json,"
        + " 'seashell -e dev' uses it"
    return "\(talk); Ctrl-C stops it"
  }

  /// Returns a note that the log has a gap.
  static func dropped(_ count: Int) -> String {
    "\(count) requests came too fast to be shown"
  }

  /// Returns a note that requests were cut off when the server stopped.
  static func cut(_ count: Int) -> String {
    count == 1 ? "1 request was cut off" : "\(count) requests were cut off"
  }
}
