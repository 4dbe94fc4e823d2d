import Foundation
import TestSupport
import Testing

/// Reading without the server, in scripts.
@Suite(.mayBlock) struct OfflineReadingTests {
  /// Reads a part of a shop with `--offline`, and stops the shop.
  private static func readAndLose() throws -> (LosableShop, Sandbox) {
    let shop = try LosableShop()
    let home = try shop.client()
    for line in reads {
      #expect(try home.offline("-c", line).status == 0, "\(line)")
    }
    shop.lose()
    return (shop, home)
  }

  private static let reads = [
    "products list --per-page 3", "products show p-2", "reviews list p-1 --all",
    "reviews show p-1 r-1", "products related p-1",
  ]

  @Test func `a stored list is shown without the server, with its age`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    let before = try Self.reads.map { try home.offline("-q", "-c", $0) }
    #expect(before.allSatisfy { $0.status == 0 && !$0.output.isEmpty })
    shop.lose()
    for (line, first) in zip(Self.reads, before) {
      let second = try home.offline("-c", line)
      #expect(second.status == 0, "\(line): \(second.errors)")
      #expect(second.output == first.output, "\(line)")
      #expect(
        second.errors.contains(/^from .* ago; 127\.0\.0\.1:\d+ is not reachable/),
        "\(second.errors)")
    }
    let summary = try home.offline("reviews", "summary", "p-1")
    #expect(summary.status == 0 && summary.output.hasPrefix("p-1\t"), "\(summary.errors)")
  }

  @Test func `JSON has the time since which stored records may be outdated`() throws {
    let (_, home) = try Self.readAndLose()
    let result = try home.offline("products", "show", "p-2", "-o", "json")
    #expect(result.status == 0)
    let line = try #require(result.errors.split(separator: "\n").first { $0.contains("notice") })
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let notice = try #require(object?["notice"] as? [String: Any])
    let since = try Date(
      #require(notice["stale_since"] as? String),
      strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    #expect(abs(since.timeIntervalSinceNow) < 300)
    #expect((notice["message"] as? String)?.contains("is not reachable") == true)
  }

  @Test func `--fresh and unknown records fail as without a store`() throws {
    let (_, home) = try Self.readAndLose()
    for words in [
      ["products", "show", "p-2", "--fresh"], ["products", "list", "--fresh"],
      ["products", "show", "p-40"], ["reviews", "list", "p-9"], ["reviews", "show", "p-9", "r-30"],
    ] {
      let result = try Program.run(
        Program.seashell.path, ["--offline"] + words, environment: home.environment,
        directory: home.home)
      #expect(result.status == 5 && result.output.isEmpty, "\(words): \(result)")
    }
  }

  @Test func `an offline search says how many records it covered`() throws {
    let (_, home) = try Self.readAndLose()
    let known = try home.offline("-q", "products", "list", "--all").output
      .split(separator: "\n").count
    let search = try home.offline("products", "list", "--query", "ocean")
    #expect(search.status == 0 && search.output == "p-1\tOcean mug\t18.5\tEUR\n", "\(search)")
    #expect(search.errors.contains("searched only the "), "\(search.errors)")
    let all = try home.offline("products", "list", "--all")
    #expect(all.status == 0, "\(all.errors)")
    #expect(all.errors.contains("\(known) of 52 products are known"), "\(all.errors)")
    #expect((3...10).contains(known))
  }

  @Test func `scripts without --offline read and write no store`() throws {
    let (shop, home) = try Self.readAndLose()
    for line in Self.reads {
      #expect(try home.seashell("-c", line).status == 5, "\(line)")
    }
    try shop.bringBack()
    let other = try shop.client()
    for line in Self.reads { #expect(try other.seashell("-c", line).status == 0) }
    #expect(other.offlineFiles.isEmpty, "\(other.offlineFiles)")
  }

  @Test func `offline always answers from the store without a request`() throws {
    let (shop, home) = try Self.readAndLose()
    try shop.bringBack()
    let result = try home.seashell("-c", "set offline always; products show p-2")
    #expect(result.status == 0 && result.output.hasPrefix("p-2\t"), "\(result)")
    #expect(!shop.served.accesses.contains { $0.contains("/products/p-2") })
    let unknown = try home.seashell("-c", "set offline always; products show p-40")
    #expect(unknown.status == 5 && unknown.errors.contains("always"), "\(unknown.errors)")
  }

  @Test func `the files of stores are private to their owner`() throws {
    let (_, home) = try Self.readAndLose()
    try home.queueReview("waits")
    let files = home.offlineFiles
    #expect(files.contains("dev/demo.db") && files.contains("queue.db"), "\(files)")
    for file in files {
      let path = home.offlineFolder.appending(path: file).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(file)")
    }
  }
}
