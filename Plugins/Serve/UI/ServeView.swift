import SeashellKit

enum ServeView {
  static func address(_ authority: String) -> String {
    "serving the shop on http://\(authority)/v1"
  }

  static func advice(_ authority: String) -> String {
    let usage =
      authority == "127.0.0.1:8080" || authority == "localhost:8080"
      ? "in another terminal, 'seashell -e dev' uses it"
      : "with { environments: { dev: { baseURL: 'http://\(authority)', version: 'v1',"
        + " idempotencyKeys: true } } } in config.json, 'seashell -e dev' uses it"
    return "\(usage); Ctrl-C stops it"
  }

  static func dropped(_ count: Int) -> String {
    "\(count) requests came too fast and are not shown"
  }

  static func cut(_ count: Int) -> String {
    count == 1 ? "1 request was cut off" : "\(count) requests were cut off"
  }
}
