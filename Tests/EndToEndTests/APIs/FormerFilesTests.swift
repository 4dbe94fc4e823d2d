import Foundation
import TestSupport
import Testing

/// Files stored before there were several APIs are found under the same names.
@Suite(.mayBlock) struct FormerFilesTests {
  @Test func `the shop's files keep their names beside another API`()
    throws
  {
    let shop = try LosableShop()
    let home = try shop.client()
    try home.succeed("--offline", "products", "show", "p-1")
    try home.queueReview("before")
    let before = home.offlineFiles
    #expect(before.contains("dev/demo.db"))
    #expect(before.contains("queue.db"))
    let tokens = home.stateFiles.filter { $0.contains("session") || $0.contains("token") }
    // Adds another API with an environment of the same name.
    let other = try WebApplication("tickets", "dev")
    try home.succeed("api", "add", "tk", other.address, "--environment", "test", "--yes")
    try home.succeed("env", "add", "tk:qa", other.address)
    #expect(home.stateFiles.filter { $0.contains("session") || $0.contains("token") } == tokens)
    #expect(try home.queued() == ["q-1"])
    #expect(
      try home.succeed("session", "status", "-o", "tsv").hasPrefix("shop\tdev\tdemo\tsession"))
    shop.lose()
    #expect(try home.succeed("--offline", "products", "show", "p-1").contains("Ocean mug"))
    try shop.bringBack()
    try home.succeed("queue", "run")
    #expect(try shop.comments() == ["before"])
    #expect(other.requests.isEmpty)
  }
}
