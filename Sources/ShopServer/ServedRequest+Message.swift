import CMicroHTTPD
import FoundationEssentials
import WebAPI

extension ServedRequest {
  /// Reads the request's head.
  ///
  /// - Returns: false where a field is no text.
  func readHead(method: String) -> Bool {
    self.method = method
    let reader = HeaderReader()
    CMicroHTTPDHeaders(
      connection,
      { context, _, name, value in
        guard let context, let name else { return .NO }
        let reader = Unmanaged<HeaderReader>.fromOpaque(context).takeUnretainedValue()
        return reader.take(name, value) ? .YES : .NO
      }, Unmanaged.passUnretained(reader).toOpaque())
    headers = reader.fields
    return reader.isText
  }

  /// How long the body is to be; nil where that is not said.
  var announcedLength: Int? { headers["Content-Length"].flatMap { Int($0) } }

  /// The request as the shop reads it; nil where its target is none.
  ///
  /// - Parameters:
  ///   - method: the method that is asked of the shop.
  ///   - authority: the host and port that addresses in the answer name.
  func request(_ method: HTTPMethod, authority: String) -> HTTPRequest? {
    guard let path = path,
      let url = URL(string: "http://\(authority)\(path)", encodingInvalidCharacters: false)
    else { return nil }
    let hasBody = received > 0 || headers["Content-Length"] != nil
    return HTTPRequest(
      method: method, url: url, headers: headers, body: hasBody ? HTTPBody(body) : nil)
  }

  /// The target's path and query; nil where it is in none of the forms of RFC 9112, section 3.2, that
  /// name something.
  private var path: Substring? {
    guard let target, target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 < 0x80 }) else {
      return nil
    }
    if target.hasPrefix("/") { return target[...] }
    guard let scheme = target.firstRange(of: "://"),
      target[..<scheme.lowerBound].lowercased() == "http"
    else { return nil }
    return target[scheme.upperBound...].drop { $0 != "/" }
  }
}

/// Collects the fields of a head.
private final class HeaderReader {
  var fields = HTTPHeaders()
  var isText = true

  func take(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>?) -> Bool {
    guard let name = String(validatingCString: name),
      let value = value.map({ String(validatingCString: $0) }) ?? ""
    else {
      isText = false
      return false
    }
    fields.add(name, value)
    return true
  }
}
