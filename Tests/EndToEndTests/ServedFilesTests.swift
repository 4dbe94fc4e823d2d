import FaultServer
import Foundation
import TestSupport
import Testing

/// A client of `mcp` names no file that the shell reads or writes.
@Suite(.mayBlock) struct ServedFilesTests {
  private static let root = TranscriptTests.root.path

  /// An API with bodies of every kind.
  private static let description = #"""
    {"openapi": "3.1.0", "info": {"title": "Wh", "version": "1"}, "paths": {
      "/items": {
        "get": {"operationId": "listItems", "parameters": [
          {"name": "q", "in": "query", "schema": {"type": "string"}},
          {"name": "X-Trace", "in": "header", "schema": {"type": "string"}}]},
        "post": {"operationId": "addItem", "requestBody": {"content": {"application/json": {"schema": {
          "type": "object", "properties": {"name": {"type": "string"}, "size": {"type": "object"},
            "tags": {"type": "array", "items": {"type": "string"}}}}}}}}},
      "/lists": {"post": {"operationId": "addList", "requestBody": {"required": true, "content": {
        "application/json": {"schema": {"type": "array", "items": {"type": "string"}}}}}}},
      "/notes": {"post": {"operationId": "addNote", "requestBody": {"required": true, "content": {
        "text/plain": {"schema": {"type": "string"}}}}}},
      "/forms": {"post": {"operationId": "addForm", "requestBody": {"content": {
        "application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {
          "name": {"type": "string"}}}}}}}},
      "/photos": {"post": {"operationId": "addPhoto", "requestBody": {"content": {"multipart/form-data": {
        "schema": {"type": "object", "properties": {"name": {"type": "string"},
          "photo": {"type": "string", "format": "binary"}}}}}}}},
      "/scans": {"post": {"operationId": "addScan", "requestBody": {"required": true, "content": {
        "multipart/form-data": {"schema": {"type": "object", "required": ["scan"], "properties": {
          "scan": {"type": "string", "format": "binary"}}}}}}}},
      "/blobs": {"post": {"operationId": "addBlob", "requestBody": {"required": true, "content": {
        "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}}}}}
    """#

  @Test func `no tool reads or writes a file that a client names`() throws {
    let server = try FaultServer(.json("{}"))
    defer { server.stop() }
    let home = try Sandbox()
    try home.succeed(
      "api", "add", "wh", try home.file("api.json", Self.description), "--url", server.url, "--yes")
    for (name, options, command) in [
      ("pictures", [], ["/usr/bin/python3", "\(Self.root)/Tests/ModuleServers/pictures.py"]),
      ("hello", ["--program"], ["\(Self.root)/Examples/Hello/hello.sh"]),
      ("clock", [], ["\(Self.root)/.build/mcp/bin/mcp-server-time"]),
      (
        "all", [],
        ["\(Self.root)/.build/mcp/bin/python", "\(Self.root)/Tests/ModuleServers/everything.py"]
      ),
    ] as [(String, [String], [String])] {
      let added = try Program.run(
        Program.seashell.path, ["modules", "add", name, "--yes"] + options + ["--"] + command,
        environment: home.environment, directory: home.home)
      #expect(added.status == 0, "\(added.errors)")
    }
    try home.file("canary", "canary-content")
    try home.file("canary.json", #"{"name":"canary-content"}"#)
    let result = try Program.run(
      "/usr/bin/env",
      ["python3", "\(Self.root)/Tests/ModuleServers/filenames.py", Program.seashell.path],
      environment: home.environment, directory: home.home)
    #expect(result.status == 0, "\(result.errors.suffix(2000))")
    let names = Set(result.output.split(separator: "\n"))
    #expect(
      names.isSuperset(of: [
        "products_list", "reviews_add", "api_get", "wh_items_list", "wh_items_add", "wh_lists_add",
        "wh_notes_add", "wh_forms_add", "wh_photos_add", "pictures_picture", "pictures_read",
        "hello_greet", "clock_convert_time", "all_order",
      ]), "\(result.output)")
    // Only a file can be their body.
    #expect(names.isDisjoint(with: ["wh_blobs_add", "wh_scans_add"]))
    #expect(server.requests.contains { $0.target == "/of-another-api" })
    for request in server.requests {
      let text = request.target + String(decoding: request.body, as: UTF8.self)
      #expect(!text.contains("canary-content"))
    }
  }
}
