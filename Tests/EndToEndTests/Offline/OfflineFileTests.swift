import Foundation
import Glibc
import TestSupport
import Testing

/// Full disks, files that cannot be written, and truncated files.
@Suite(.mayBlock) struct OfflineFileTests {
  /// Runs a line of `sh`, in which `seashell` is on the PATH.
  private static func sh(_ line: String, in home: Sandbox) throws -> Program.Result {
    try Program.run(
      "/bin/sh", ["-c", line], environment: home.environment, directory: home.home)
  }

  @Test func `no write is acknowledged on a full disk unless it was stored`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    let lines = (1...400).map { "reviews add p-1 --rating 4 --comment 'number \($0)' --later\n" }
    try home.file("add.sea", lines.joined())
    // No file may exceed 64 blocks of 512 bytes. The shell's output goes through a pipe.
    let result = try Self.sh(
      "{ ulimit -f 64; seashell --keep-going -f add.sea; } 2>&1 | cat", in: home)
    let acknowledged = result.output.matches(of: /(?m)^(q-\d+) waits/).map { String($0.1) }
    #expect((1..<400).contains(acknowledged.count), "\(result.output.suffix(500))")
    #expect(try home.queued() == acknowledged)
    let none = try Self.sh(
      "{ ulimit -f 0; seashell reviews add p-1 --rating 4 --comment no --later; "
        + "echo status $?; } 2>&1 | cat", in: home)
    #expect(none.output.hasSuffix("status 1\n"), "\(none.output)")
    #expect(!none.output.contains("waits"))
    // A write whose sending cannot be recorded is sent again, with its key.
    let stuck = try Self.sh("{ ulimit -f 0; seashell queue run; } 2>&1 | cat", in: home)
    #expect(!stuck.output.isEmpty)
    let run = try home.seashell("queue", "run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try shop.comments().reversed() == (1...acknowledged.count).map { "number \($0)" })
  }

  @Test func `reading works on a full disk`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    let result = try Self.sh(
      "{ ulimit -f 0; seashell --offline products show p-1; echo status $?; } 2>&1 | cat", in: home)
    #expect(result.output.contains("Ocean mug"), "\(result.output)")
    #expect(result.output.hasSuffix("status 0\n"), "\(result.output)")
    #expect(result.output.count { $0 == "\n" } <= 3, "\(result.output)")
  }

  /// Whether this process may mount a folder, which requires root and the system's permission.
  private static func canMount() throws -> Bool {
    let home = try Sandbox()
    return try Program.run(
      "/usr/bin/unshare", ["-m", "/bin/mount", "--bind", home.home.path, home.home.path],
      environment: home.environment, directory: home.home
    ).status == 0
  }

  @Test(.enabled(if: try canMount(), "mounting a folder is not permitted here"))
  func `a read-only store can still be read`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    #expect(try home.offline("products", "show", "p-1").status == 0)
    let waiting = try home.queueReview("waits")
    let folder = home.offlineFolder.path
    // Only root may mount. A shell would reset the modes that other tests set here.
    let script = """
      mount --bind \(folder) \(folder) && mount -o remount,ro,bind \(folder) || exit 99
      seashell --offline products show p-1; echo "status $?"
      seashell --offline products show p-2; echo "status $?"
      seashell queue list; echo "status $?"
      seashell reviews add p-1 --rating 4 --comment no --later; echo "status $?"
      """
    let result = try Program.run(
      "/usr/bin/unshare", ["-m", "/bin/sh", "-c", "exec 2>&1\n" + script],
      environment: home.environment, directory: home.home)
    #expect(result.status == 0, "\(result.output)")
    let parts = result.output.components(separatedBy: "status ")
    #expect(parts.count == 5, "\(result.output)")
    #expect(parts[0].contains("p-1\t") && parts[1].contains("p-2\t"), "\(result.output)")
    #expect(parts[2].contains(waiting + "\t"), "\(result.output)")
    #expect(!parts[3].contains("waits:") && parts[4].hasPrefix("1\n"), "\(result.output)")
    #expect(try home.queued() == [waiting])
  }

  @Test func `a clock set back a year hides no record, and delays no write`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    #expect(try home.offline("products", "show", "p-1").status == 0)
    try home.queueReview("waits")
    let year = "365 * 86400"
    try home.sqlite(home.store().path, "UPDATE uses SET received_at = received_at + \(year)")
    try home.sqlite(
      home.offlineFolder.appending(path: "queue.db").path,
      """
      UPDATE writes SET tries = 3, created_at = created_at + \(year),
        waits_from = created_at + \(year), waits_until = created_at + 600 + \(year)
      """)
    shop.lose()
    let known = try home.offline("products", "show", "p-1")
    #expect(known.status == 0 && known.output.hasPrefix("p-1\t"), "\(known)")
    // A negative age makes no sense, so the time itself is shown.
    #expect(known.errors.contains(/^from \d{4}-\d\d-\d\dT/), "\(known.errors)")
    try shop.bringBack()
    let user = try PromptUser(in: home)
    try user.see("q-1 was sent")
    try user.seePrompt("dev> ")
    #expect(try shop.comments() == ["waits"])
  }

  /// The remaining part of a file: a fraction of its size, and some bytes.
  private static let cuts: [(part: Double, bytes: Int)] = [
    (0, 0), (0, 1), (0, 16), (0, 99), (0, 100), (0, 4_096), (0, 5_000), (0.5, 0), (0.75, 3),
    (1, -1),
  ]

  @Test(arguments: cuts)
  func `a truncated store is set aside, and a new one begun`(part: Double, bytes: Int) throws {
    let shop = try LosableShop()
    let home = try shop.client()
    #expect(try home.offline("products", "list", "--all").status == 0)
    try Self.tear(home.store(), part, bytes)
    let result = try home.offline("products", "show", "p-1")
    #expect(result.status == 0 && result.output.hasPrefix("p-1\t"), "\(result)")
    #expect(try home.offline("products", "list").status == 0)
    shop.lose()
    let known = try home.offline("products", "show", "p-1")
    #expect(known.status == 0 && known.output.hasPrefix("p-1\t"), "\(known)")
    let aside = home.offlineFiles.filter { $0.contains(".damaged") && !$0.hasSuffix("-journal") }
    #expect(aside.count <= 1, "\(aside)")
  }

  @Test(arguments: cuts)
  func `a truncated queue is set aside, never deleted`(part: Double, bytes: Int) throws {
    let shop = try LosableShop()
    let home = try shop.client()
    for number in 1...20 { try home.queueReview("number \(number)") }
    let file = home.offlineFolder.appending(path: "queue.db")
    try Self.tear(file, part, bytes)
    let torn = try Data(contentsOf: file)
    let list = try home.seashell("queue", "list")
    #expect(list.status < 128, "\(list)")
    let name = try home.queueReview("after")
    #expect(try home.queued().contains(name))
    if let aside = home.offlineFiles.first(where: { $0.contains(".damaged") }) {
      #expect(list.errors.contains("damaged"), "\(list.errors)")
      #expect(try Data(contentsOf: home.offlineFolder.appending(path: aside)) == torn)
    }
    let run = try home.seashell("queue", "run")
    // A write whose bytes have changed is held, with those after it.
    #expect(run.status == 0 || run.errors.contains("damaged"), "\(run.errors)")
    let comments = try shop.comments()
    #expect(comments.first == "after" || run.status == 6, "\(comments)")
    #expect(Set(comments).count == comments.count, "\(comments)")
  }

  private static func tear(_ file: URL, _ part: Double, _ bytes: Int) throws {
    let handle = try FileHandle(forUpdating: file)
    let size = try handle.seekToEnd()
    try handle.truncate(atOffset: UInt64(min(Double(size), Double(size) * part + Double(bytes))))
    try handle.close()
  }
}
