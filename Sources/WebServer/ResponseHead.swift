import FoundationEssentials
import Glibc
import WebMessages

enum ResponseHead {
  enum Framing {
    /// After this number of bytes.
    case length(Int)
    /// By the last chunk.
    case chunked
    /// By the end of the connection, as in HTTP/1.0.
    case untilClosed
    /// The response has neither a body nor a length.
    case none
  }

  /// The fields that the server writes itself.
  private static let ownFields = ["content-length", "transfer-encoding", "date", "connection"]

  static func bytes(
    status: Int, headers: HTTPHeaders, framing: Framing, closes: Bool
  ) -> Data {
    var text = "HTTP/1.1 \(status) \(reason(status))\r\nDate: \(date())\r\n"
    for field in headers where !ownFields.contains(field.name.lowercased()) {
      // A line break in a value would start another field.
      guard !field.value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) else { continue }
      text += "\(field.name): \(field.value)\r\n"
    }
    switch framing {
    case .length(let count): text += "Content-Length: \(count)\r\n"
    case .chunked: text += "Transfer-Encoding: chunked\r\n"
    case .untilClosed, .none: break
    }
    text += closes ? "Connection: close\r\n\r\n" : "\r\n"
    return Data(text.utf8)
  }

  /// Returns the current time as an HTTP date (RFC 9110, section 5.6.7).
  private static func date() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
      + "\(parts.tm_year + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    // The reason may be empty (RFC 9112, section 4).
    default: ""
    }
  }
}
