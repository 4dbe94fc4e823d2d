import CoreSecrets
import FoundationEssentials
import Glibc
import SeashellHosting
import SeashellKit
import WebMessages

enum CredentialFilter {
  private static let safeNames = [
    "Accept-Patch", "Allow", "Content-Disposition", "Content-Language", "Content-Type",
    "Deprecation",
    "ETag", "Event-Id", "Last-Modified", "Link", "Location", "RateLimit", "RateLimit-Policy",
    "Retry-After", "Sunset", "X-Total-Count",
  ]

  private static let gap = Data("…".utf8)

  /// `credentials` are those that were sent, which the response may repeat.
  static func headers(_ headers: HTTPHeaders, without credentials: [String]) -> HTTPHeaders {
    var safe = HTTPHeaders()
    for name in safeNames {
      for value in headers.values(of: name) {
        let isAddress = name == "Link" || name == "Location"
        let value = without(
          credentials, in: Data((isAddress ? TraceText.withoutSecrets(value) : value).utf8))
        safe.add(name, String(decoding: value, as: UTF8.self))
      }
    }
    return safe
  }

  /// Returns a response's body without credentials.
  ///
  /// In JSON, the value of a field such as `access_token` becomes null. The credentials that were
  /// sent become `…` in a body of any kind. Returns nil if the body is not JSON and names a
  /// credential, so that no part of it is safe.
  static func body(_ body: Data, without credentials: [String]) -> Data? {
    let (isSafe, filtered) = body.withUnsafeBytes { bytes in
      (
        JSONCredentials.mayBeJSON(bytes) || CredentialText.firstName(in: bytes) == nil,
        JSONCredentials.removed(from: bytes)
      )
    }
    return isSafe ? without(credentials, in: filtered.map { Data($0) } ?? body) : nil
  }

  /// Replaces each credential, also in its JSON and URL escaped forms.
  private static func without(_ credentials: [String], in text: Data) -> Data {
    var text = text
    for credential in credentials {
      let forms: Set = [
        credential, credential.replacing("/", with: "\\/"),
        PercentEncoding.encode(credential, keeping: PercentEncoding.query),
      ]
      for form in forms {
        let form = Data(form.utf8)
        while let range = firstRange(of: form, in: text) { text.replaceSubrange(range, with: gap) }
      }
    }
    return text
  }

  private static func firstRange(of part: Data, in text: Data) -> Range<Int>? {
    let found = text.withUnsafeBytes { text in
      part.withUnsafeBytes { part in offset(of: part, in: text) }
    }
    guard let found else { return nil }
    let start = text.startIndex + found
    return start..<start + part.count
  }

  private static func offset(
    of part: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer
  ) -> Int? {
    guard let start = text.baseAddress, let wanted = part.baseAddress else { return nil }
    var offset = 0
    while offset + part.count <= text.count {
      let count = text.count - part.count + 1 - offset
      guard let found = memchr(start + offset, Int32(part[0]), count) else { return nil }
      offset = UnsafeRawPointer(found) - start
      if memcmp(found, wanted, part.count) == 0 { return offset }
      offset += 1
    }
    return nil
  }
}
