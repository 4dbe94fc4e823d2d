import Foundation
import TestSupport
import Testing

/// Data of one account or environment, which another one must never get.
@Suite(.mayBlock) struct OwnerTests {
  private static func signIn(_ home: Sandbox, as user: String) throws {
    let result = try home.seashell(
      "session", "login", "--user", user, "--password-stdin", input: "demo\n")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `two accounts see and send nothing of each other`() throws {
    let shop = try LosableShop()
    try shop.addAccount("ann")
    let home = try shop.served.client()
    try Self.signIn(home, as: "demo")
    #expect(try home.offline("products", "show", "p-1").status == 0)
    let mine = try home.queueReview("by demo")
    #expect(try home.seashell("session", "logout", "--keep").status == 0)

    try Self.signIn(home, as: "ann")
    #expect(try home.offline("products", "show", "p-2").status == 0)
    let hers = try home.queueReview("by ann")
    #expect(mine != hers)
    #expect(try home.queued() == [hers])
    #expect(try !home.seashell("reviews", "list", "p-1").output.contains(mine))
    #expect(try home.seashell("queue", "run").status == 0)
    #expect(try shop.comments(by: "ann") == ["by ann"])
    #expect(try shop.comments(by: "demo").isEmpty)
    #expect(try home.seashell("queue", "list", "--all").output.contains(mine))

    shop.lose()
    #expect(try home.offline("products", "show", "p-2").status == 0)
    #expect(try home.offline("products", "show", "p-1").status == 5)
    try shop.bringBack()
    #expect(try home.seashell("session", "logout", "--keep").status == 0)
    #expect(try home.queued().isEmpty)
    try Self.signIn(home, as: "demo")
    #expect(try home.seashell("queue", "run").status == 0)
    #expect(try shop.comments(by: "demo") == ["by demo"])
    shop.lose()
    #expect(try home.offline("products", "show", "p-1").status == 0)
    #expect(try home.offline("products", "show", "p-2").status == 5)
  }

  @Test func `two environments see and send nothing of each other`() throws {
    let (one, two) = (try LosableShop(), try LosableShop())
    let home = try Sandbox()
    try FileManager.default.createDirectory(
      at: home.home.appending(path: "config/seashell"), withIntermediateDirectories: true)
    try home.file(
      "config/seashell/config.json",
      """
      { environments: {
          one: { baseURL: '\(one.address)', version: 'v1', idempotencyKeys: true },
          two: { baseURL: '\(two.address)', version: 'v1', idempotencyKeys: true } } }
      """)
    for name in ["one", "two"] {
      let result = try home.seashell(
        "-e", name, "session", "login", "--user", "demo", "--password-stdin", input: "demo\n")
      #expect(result.status == 0, "\(result.errors)")
      let product = name == "one" ? "p-1" : "p-2"
      #expect(try home.offline("-e", name, "products", "show", product).status == 0)
      let line = "reviews add p-1 --rating 4 --comment 'for \(name)' --later"
      #expect(try home.seashell("-e", name, "-c", line).status == 0)
    }
    #expect(try home.seashell("-e", "one", "queue", "run").status == 0)
    #expect(try one.comments() == ["for one"])
    #expect(try two.comments().isEmpty)
    for shop in [one, two] { shop.lose() }
    #expect(try home.offline("-e", "one", "products", "show", "p-1").status == 0)
    #expect(try home.offline("-e", "one", "products", "show", "p-2").status == 5)
    #expect(try home.offline("-e", "two", "products", "show", "p-2").status == 0)
    #expect(try home.offline("-e", "two", "products", "show", "p-1").status == 5)
    try two.bringBack()
    #expect(try home.seashell("-e", "two", "queue", "run").status == 0)
    #expect(try two.comments() == ["for two"])
  }

  @Test func `an environment with another address gets nothing of the earlier one`() throws {
    let (old, new) = (try LosableShop(), try LosableShop())
    let home = try old.client()
    #expect(try home.offline("products", "show", "p-1").status == 0)
    try home.queueReview("for the old shop")
    try home.configure(dev: new.address)
    try home.signIn()
    let run = try home.seashell("queue", "run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try new.comments().isEmpty)
    new.lose()
    #expect(try home.offline("products", "show", "p-1").status == 5)
    try home.configure(dev: old.address)
    try home.signIn()
    #expect(try home.seashell("queue", "run").status == 0)
    #expect(try old.comments() == ["for the old shop"])
  }

  @Test func `logout removes the account's store, and --keep does not`() throws {
    let shop = try LosableShop()
    let home = try shop.client()
    #expect(try home.offline("products", "show", "p-1").status == 0)
    try home.queueReview("waits")
    #expect(FileManager.default.fileExists(atPath: home.store().path))
    #expect(try home.seashell("session", "logout", "--keep").status == 0)
    #expect(FileManager.default.fileExists(atPath: home.store().path))
    try home.signIn()
    let logout = try home.seashell("session", "logout")
    #expect(logout.status == 0)
    #expect(logout.errors.contains("1 write"), "\(logout.errors)")
    #expect(!home.offlineFiles.contains { $0.contains("demo") }, "\(home.offlineFiles)")
    try home.signIn()
    #expect(try home.seashell("queue", "run").status == 0)
    #expect(try shop.comments() == ["waits"])
  }
}
