import FaultServer
import Foundation
import TestSupport
import Testing
import WebCurl
import WebMessages

/// The request that shows whether a service can be reached.
@Suite(.mayBlock) struct ProbeTests {
  private let probe = CurlProbe(TransportSettings(), userAgent: "test/1", limit: .seconds(5))

  private func get(_ url: String, onlyHead: Bool = false) async throws -> CurlProbe.Report {
    await probe.get(
      try #require(URL(string: url)), accept: "application/json", onlyHead: onlyHead)
  }

  @Test func `a probe reports status, media type and body`() async throws {
    let server = try FaultServer(.json("[1]"))
    let report = try await get(server.url)
    #expect(report.status == 200)
    #expect(report.mediaType == "application/json")
    #expect(report.body == Data("[1]".utf8))
    #expect(report.error == nil)
    #expect(report.address == "127.0.0.1")
    #expect(report.certificateEnd == nil)
  }

  @Test func `a probe reads only the head of an endless response`() async throws {
    let server = try FaultServer(
      .raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 1\n"))
    let report = try await get(server.url, onlyHead: true)
    #expect(report.status == 200)
    #expect(report.mediaType == "text/event-stream")
    #expect(report.body.isEmpty)
  }

  @Test(arguments: [
    ("http://127.0.0.1:1/secret?token=secret", "127.0.0.1:1 refused the connection"),
    ("http://user:secret@127.0.0.1:1/", "a URL must not contain a user name or a password"),
  ])
  func `a probe's error says why, without possible secrets`(url: String, words: String) async throws
  {
    let report = try await get(url)
    #expect(report.status == nil)
    #expect(report.error == words)
  }
}
