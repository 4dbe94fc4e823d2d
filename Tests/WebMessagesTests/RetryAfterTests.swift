import FoundationEssentials
import Testing
@testable import WebMessages

@Suite struct RetryAfterTests {
  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(
    arguments: [
      ("0", .zero), (" 120 ", .seconds(120)), ("99999999999999999999", .seconds(366 * 86_400)),
      ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)), ("Sun Nov  6 08:49:38 1994", .seconds(1)),
      ("Sunday, 06-Nov-94 08:49:47 GMT", .seconds(10)),
      ("Sun, 06 Nov 1994 08:49:37 GMT", .zero), ("Sun, 06 Nov 1993 08:49:37 GMT", .zero),
      ("-1", nil), ("1.5", .milliseconds(1_500)), ("nan", nil), ("1e3", nil), ("soon", nil),
      ("", nil), ("Sun, 06 Nov 1994 25:00:00 GMT", nil),
    ] as [(String, Duration?)])
  func `a Retry-After is seconds or a date`(value: String, duration: Duration?) {
    #expect(
      RetryAfter.duration(["Retry-After": value, "Date": Self.date]) == duration)
  }

  @Test(
    arguments: [
      ("RateLimit-Reset", "40", .seconds(40)), ("X-RateLimit-Reset", "784111787", nil),
      ("X-Contentful-RateLimit-Reset", "2", .seconds(2)),
      ("x-ratelimit-reset-requests", "6m0s", .seconds(360)),
      ("x-ratelimit-reset-tokens", "120ms", .milliseconds(120)),
      ("x-ms-retry-after-ms", "1500", .milliseconds(1_500)),
      ("X-Rate-Limit-Reset", "1994-11-06T08:49:47Z", .seconds(10)),
      ("RateLimit", "\"hour\";r=0;t=40", .seconds(40)),
      ("RateLimit", "limit=9, remaining=0, reset=7", .seconds(7)),
      ("RateLimit", "\"hour\";r=3;t=40", nil), ("X-RateLimit-Remaining", "0", nil),
    ] as [(String, String, Duration?)])
  func `a used-up rate limit says when it ends`(name: String, value: String, duration: Duration?) {
    let headers: HTTPHeaders = [name: value, "Date": Self.date]
    #expect(RetryAfter.duration(headers, isLimited: true) == duration)
    if !name.contains("retry-after") { #expect(RetryAfter.duration(headers) == nil) }
  }

  @Test(arguments: ["1784111787", "1784111787000"])
  func `a time since 1970 is in seconds or milliseconds`(value: String) {
    let headers: HTTPHeaders = [
      "X-RateLimit-Reset": value, "Date": "Wed, 15 Jul 2026 10:36:17 GMT",
    ]
    #expect(RetryAfter.duration(headers, isLimited: true) == .seconds(10))
  }

  @Test func `without the server's date, our own clock counts`() {
    let now = Date(timeIntervalSince1970: 784_111_776)
    #expect(RetryAfter.duration(["Retry-After": Self.date], now: now) == .seconds(1))
    #expect(RetryAfter.duration([:], now: now) == nil)
  }

  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Sun Nov 16 08:49:37 1994", 784_975_777), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
    ("Wed, 31 Dec 2098 23:59:59 GMT", 4_070_908_799),
  ])
  func `HTTP dates are parsed in all their forms`(text: String, seconds: Double) {
    #expect(HTTPDate.date(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37", "06 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 0x Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT", "now",
  ])
  func `an invalid date is rejected`(text: String) {
    #expect(HTTPDate.date(text) == nil)
  }
}
