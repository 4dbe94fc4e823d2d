import FoundationEssentials
@testable import WebMessages

@testable import WebAPI

private let maximumHead = 1_024

private let home = URL(string: "https://shop.test/v1/products?page=1")

/// The input is a byte of choices, and an answer as it comes from the network: its head line by line,
/// and its body.
func fuzzAnswer(_ input: [UInt8]) {
  guard let choices = input.first, let home else { return }
  let hasNoBody = choices & 1 != 0
  let lines = input.dropFirst().split(separator: 0x0A, omittingEmptySubsequences: false)
  guard let (head, rest) = readHead(lines, hasNoBody: hasNoBody) else { return }
  promise(head.status >= 200 && head.data == nil)
  promise(head.bodyCount ?? 0 >= 0 && (!hasNoBody || head.bodyCount == 0))
  check(head.headers, from: home)

  let body = Data(rest.joined(separator: [0x0A]))
  let response = APIResponse(
    statusCode: head.status, headers: head.headers, data: body,
    request: APIRequest(url: home, method: choices & 2 != 0 ? .post : .get))
  do throws(APIError) {
    try response.verify()
    promise((200..<300).contains(head.status))
  } catch {
    promise(!(200..<300).contains(head.status) || (choices & 2 != 0 && isPage(head, body)))
    checkBound(error.description)
    promise(
      !error.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }
  _ = Reason(body: body, head.headers)
}

/// Whether an answer is a page of HTML, which is no answer to a write.
private func isPage(_ head: CurlResponseHead, _ body: Data) -> Bool {
  guard let type = head.headers["Content-Type"]?.lowercased(), !body.isEmpty else { return false }
  let kind = type.drop { $0.isWhitespace }
  return kind.hasPrefix("text/html") || kind.hasPrefix("application/xhtml")
}

/// Parses the head of a response; nil if it is incomplete or invalid.
private func readHead(
  _ lines: [ArraySlice<UInt8>], hasNoBody: Bool
) -> (CurlResponseHead, ArraySlice<ArraySlice<UInt8>>)? {
  var parser = CurlHeadParser(maximum: maximumHead, hasNoBody: hasNoBody)
  var count = 0
  for (index, line) in lines.enumerated() {
    let line = Array(line) + [0x0A]
    count += line.count
    do throws(CurlHeadParser.HeadError) {
      let head = try line.withUnsafeBytes { bytes in
        Result { () throws(CurlHeadParser.HeadError) in try parser.take(bytes) }
      }.get()
      promise(count <= maximumHead && (head != nil) == parser.isComplete)
      if let head { return (head, lines[(index + 1)...]) }
    } catch {
      promise(error != .tooLarge || count > maximumHead)
      return nil
    }
  }
  return nil
}

/// What is read from a head's fields is within its bounds.
private func check(_ headers: HTTPHeaders, from home: URL) {
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  if let wait = RetryAfter.duration(headers, now: now) {
    promise(wait >= .zero && wait <= .seconds(366 * 86_400))
  }
  for name in ["Date", "Retry-After", "Last-Modified"] {
    guard let date = headers[name].flatMap({ HTTPDate.date($0, now: now) }) else { continue }
    // From the year 0 to the year 9999.
    promise((-62_200_000_000...253_402_300_800).contains(date.timeIntervalSince1970))
  }
  let links = headers.values(of: "Link")
  if let target = LinkHeader.target(of: "next", in: links) {
    promise(links.contains { $0.utf8.firstRange(of: "<\(target)>".utf8) != nil })
  }
  do throws(HTTPRedirect.NotFollowed) {
    let target = try HTTPRedirect.target(of: headers, from: home)
    promise(target.scheme?.lowercased() == "https" && target.host()?.isEmpty == false)
    promise(target.user() == nil && target.password() == nil)
    promise(!target.absoluteString.utf8.contains { $0 < 0x21 || $0 == 0x7F })
  } catch {
    checkBound(error.reason)
  }
}
