import Testing

@testable import CoreSchemas

@Suite struct TextFormatTests {
  @Test(arguments: [
    ("date", "2026-01-31"), ("date", "2024-02-29"), ("date", "2000-02-29"),
    ("time", "12:30:00Z"), ("time", "12:30:00.125+02:00"), ("time", "23:59:60z"),
    ("time", "01:59:60+02:00"), ("date-time", "2026-01-31T12:30:00Z"),
    ("date-time", "2026-01-31t12:30:00.5-08:00"),
    ("uuid", "2eb8aa08-AA98-11ea-b4aa-73b441d16380"),
    ("email", "a.b+c@example.org"), ("email", #""a b\"c"@example.org"#), ("email", "a@[127.0.0.1]"),
    ("email", "a@[IPv6:::1]"), ("hostname", "a"), ("hostname", "www.example-1.org"),
    ("ipv4", "192.168.0.1"), ("ipv6", "::1"), ("ipv6", "2001:db8::1"), ("ipv6", "::ffff:192.0.2.1"),
    ("uri", "http://example.org/a?b=c#d"), ("uri", "urn:isbn:0451450523"),
    ("uri", "mailto:a@b.org"),
    ("uri", "http://user:pw@[::1]:8080/%20"), ("uri", "a:"),
  ])
  func `text of the format matches`(name: String, text: String) throws {
    #expect(try #require(TextFormat(rawValue: name)).matches(text))
  }

  @Test(arguments: [
    ("date", "2026-1-31"), ("date", "2026-02-29"), ("date", "1900-02-29"), ("date", "2026-13-01"),
    ("date", "2026-00-10"), ("date", "2026-01-00"), ("date", "20260131"), ("date", "২026-01-31"),
    ("time", "12:30:00"), ("time", "24:00:00Z"), ("time", "12:60:00Z"), ("time", "12:30:60Z"),
    ("time", "12:30:00.Z"), ("time", "12:30Z"), ("time", "12:30:00+24:00"), ("time", "12:30:00Zx"),
    ("date-time", "2026-01-31 12:30:00Z"), ("date-time", "2026-01-31"),
    ("uuid", "2eb8aa08aa9811eab4aa73b441d16380"), ("uuid", "2eb8aa08-aa98-11ea-b4ga-73b441d16380"),
    ("email", "a"), ("email", "@b.org"), ("email", "a@"), ("email", ".a@b.org"),
    ("email", "a..b@c.org"), ("email", "a b@c.org"), ("email", "a@b c"), ("email", "a@[1.2.3]"),
    ("hostname", ""), ("hostname", "-a"), ("hostname", "a-"), ("hostname", "a..b"),
    ("hostname", "a_b"), ("hostname", "a."), ("ipv4", "1.2.3"), ("ipv4", "1.2.3.256"),
    ("ipv4", "01.2.3.4"), ("ipv4", "1.2.3.4\0"), ("ipv6", "12345::"), ("ipv6", ":1"),
    ("ipv6", "fe80::1%eth0"), ("ipv6", "1.2.3.4"), ("uri", "/a"), ("uri", "//a.org"),
    ("uri", "a b:c"), ("uri", "http://a.org/ b"), ("uri", "http://a.org/%2"),
    ("uri", "http://a:b/"),
    ("uri", "http://a.org/[x]"), ("uri", "http://é.org"), ("uri", "1a:b"), ("uri", ":a"),
    ("uri", "a:b#c#d"),
  ])
  func `other text does not match`(name: String, text: String) throws {
    #expect(try !#require(TextFormat(rawValue: name)).matches(text))
  }

  @Test func `a host name has 253 characters at most, and a label 63`() {
    let label = String(repeating: "a", count: 63)
    #expect(TextFormat.hostname.matches(label) && !TextFormat.hostname.matches(label + "a"))
    let name = Array(repeating: label, count: 4).joined(separator: ".")
    #expect(TextFormat.hostname.matches(String(name.dropLast(2))))
    #expect(!TextFormat.hostname.matches(name))
  }
}
