import CoreJSON
import Foundation
import Testing
import WebAuthorization

@testable import SeashellAPIs

@Suite struct SwaggerTests {
  static let shelf = """
    {
      "swagger": "2.0", "info": {"title": "Shelf", "version": "2"}, "host": "shelf.example.com:8080",
      "basePath": "/api", "schemes": ["https", "http"], "consumes": ["application/json"],
      "produces": ["application/json", "text/csv"],
      "securityDefinitions": {
        "basic": {"type": "basic"},
        "key": {"type": "apiKey", "name": "k", "in": "query"},
        "login": {"type": "oauth2", "flow": "accessCode", "authorizationUrl": "https://a.example",
          "tokenUrl": "https://t.example", "scopes": {"read": "Reads"}},
        "machine": {"type": "oauth2", "flow": "application", "tokenUrl": "https://t.example",
          "scopes": {}}
      },
      "parameters": {"limit": {"name": "limit", "in": "query", "type": "integer", "maximum": 50,
        "exclusiveMaximum": true, "default": 10, "description": "How many"}},
      "paths": {
        "/books": {
          "get": {"operationId": "list", "parameters": [
            {"$ref": "#/parameters/limit"},
            {"name": "ids", "in": "query", "type": "array", "items": {"type": "integer"}},
            {"name": "many", "in": "query", "type": "array", "items": {"type": "string"},
             "collectionFormat": "multi"},
            {"name": "tabs", "in": "query", "type": "array", "items": {"type": "string"},
             "collectionFormat": "tsv"}],
            "responses": {"200": {"description": "ok", "schema": {"type": "array",
              "items": {"$ref": "#/definitions/Book"}}}}},
          "post": {"operationId": "add", "parameters": [
            {"in": "body", "name": "book", "required": true, "description": "The book",
             "schema": {"$ref": "#/definitions/Book"}}]}
        },
        "/covers": {
          "post": {"operationId": "cover", "parameters": [
            {"in": "formData", "name": "image", "type": "file", "required": true},
            {"in": "formData", "name": "tags", "type": "array", "items": {"type": "string"},
             "collectionFormat": "multi"}]},
          "put": {"operationId": "form", "consumes": ["application/x-www-form-urlencoded"],
            "parameters": [{"in": "formData", "name": "title", "type": "string"}]}
        }
      },
      "definitions": {"Book": {"type": "object", "discriminator": "kind",
        "properties": {"kind": {"type": "string"}, "id": {"type": "integer", "x-nullable": true}}}}
    }
    """

  let description: ReadDescription

  init() throws { description = try ReadDescription(Self.shelf) }

  @Test func `host, base path and schemes become servers`() {
    #expect(
      description.head.servers.map(\.url) == [
        "https://shelf.example.com:8080/api", "http://shelf.example.com:8080/api",
      ])
    #expect(description.head.specification == "2.0")
  }

  @Test(arguments: [
    (#""host": "h""#, ["//h"]), (#""basePath": "v1""#, ["/v1"]), (#""basePath": "/""#, ["/"]),
    (#""host": "h", "schemes": ["wss"], "basePath": "/a""#, ["wss://h/a"]), (#""x-a": 1"#, []),
  ])
  func `host, base path or schemes may be missing`(members: String, urls: [String]) throws {
    let description = try ReadDescription(#"{"swagger": "2.0", "paths": {}, \#(members)}"#)
    #expect(description.head.servers.map(\.url) == urls)
  }

  @Test func `security definitions become schemes`() {
    let head = description.head
    #expect(head.securityScheme("basic")?.kind == .basic)
    #expect(head.securityScheme("key")?.kind == .apiKey(name: "k", .query))
    let tokenURL = URL(string: "https://t.example")
    var code = OAuthSettings(.authorizationCode, tokenURL: tokenURL, scopes: ["read"])
    code.authorizationURL = URL(string: "https://a.example")
    #expect(head.securityScheme("login")?.kind == .oauth(code))
    let machine = OAuthSettings(.clientCredentials, tokenURL: tokenURL)
    #expect(head.securityScheme("machine")?.kind == .oauth(machine))
  }

  @Test(arguments: [
    (#""flow": "password", "tokenUrl": "/t""#, "OAuth 2: password, token /t", []),
    (#""flow": "implicit", "authorizationUrl": "/a""#, "HTTP bearer", []),
    (
      #""flow": "hybrid", "tokenUrl": "/t""#, "HTTP bearer",
      ["security scheme s: the flow 'hybrid' is not known"]
    ),
  ])
  func `a scheme has the flow that it names`(
    members: String, summary: String, problems: [String]
  ) throws {
    let description = try ReadDescription(
      """
      {"swagger": "2.0", "paths": {}, "securityDefinitions": {"s": {"type": "oauth2", \(members)}}}
      """)
    #expect(description.head.securityScheme("s")?.kind.summary == summary)
    #expect(description.problems == problems)
  }

  @Test func `parameters have the members of a schema, and lists a style`() throws {
    let list = try #require(description["list"])
    let limit = list.parameters[0]
    #expect(limit.schema.type == .integer && limit.schema.defaultValue == 10)
    #expect(limit.schema.bounds.isMaximumExclusive && limit.description == "How many")
    let styles = list.parameters.map(\.style)
    #expect(styles == [.form, .form, .form, .tabDelimited])
    #expect(list.parameters.map(\.isExploded) == [false, false, true, false])
  }

  @Test func `a body parameter becomes the request's body`() throws {
    let add = try #require(description["add"])
    #expect(add.parameters.isEmpty && add.isBodyRequired && add.bodyDescription == "The book")
    #expect(add.bodies.map(\.contentType) == ["application/json"])
    #expect(add.bodies[0].schema?.discriminator == "kind")
    #expect(add.bodies[0].schema?.property("id")?.schema.types == [.integer, .null])
  }

  @Test func `fields of a form are a body, which is multipart if there is a file`() throws {
    let cover = try #require(description["cover"]?.bodies.first)
    #expect(cover.contentType == "multipart/form-data")
    #expect(cover.schema?.properties.map(\.isRequired) == [true, false])
    #expect(cover.schema?.property("image")?.schema.type == .file)
    #expect(cover.schema?.property("tags")?.schema.listStyle?.isExploded == true)
    let form = try #require(description["form"]?.bodies.first)
    #expect(form.contentType == "application/x-www-form-urlencoded")
  }

  @Test func `responses have the media types of the document`() throws {
    let response = try #require(description["list"]?.responses.first)
    #expect(response.bodies.map(\.contentType) == ["application/json", "text/csv"])
    #expect(response.bodies[0].schema?.items?.name == "Book")
  }
}
