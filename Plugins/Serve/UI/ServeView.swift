import SeashellKit

/// What is told of a server.
enum ServeView {
  /// The result: where the shop is.
  static func address(_ authority: String) -> String {
    "serving the shop on http://\(authority)/v1"
  }

  /// How to talk to it and how to end it.
  static func advice(_ authority: String) -> String {
    let talk =
      authority == "127.0.0.1:8080" || authority == "localhost:8080"
      ? "in another terminal, 'seashell -e dev' talks to it"
      : "with { environments: { dev: { baseURL: 'http://\(authority)' } } } in config.json,"
        + " 'seashell -e dev' talks to it"
    return "\(talk); Ctrl-C ends it"
  }

  /// That the log has a gap.
  static func dropped(_ count: Int) -> String {
    "\(count) requests came too fast and are not shown"
  }

  /// That requests were not answered at the end.
  static func cut(_ count: Int) -> String {
    count == 1 ? "1 request was cut off" : "\(count) requests were cut off"
  }
}
