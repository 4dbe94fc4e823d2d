import CoreJSON
import Testing
import WebAPI
import WebAuthorization

@testable import SeashellAPIs

@Suite struct DescribedOperationTests {
  static let library = """
    {
      "openapi": "3.0.3",
      "info": {"title": "Library", "version": "1.2", "description": "Books.", "x-team": "shelf"},
      "servers": [
        {"url": "https://{region}.example.com/v1", "description": "live",
         "variables": {"region": {"default": "eu", "enum": ["eu", "us"], "description": "where"}}},
        {"url": "/v1"}
      ],
      "security": [{"key": []}],
      "tags": [{"name": "books", "description": "All of them"}],
      "x-note": {"a": 1},
      "paths": {
        "/books/{isbn}": {
          "servers": [{"url": "https://files.example.com"}],
          "parameters": [
            {"$ref": "#/components/parameters/isbn"},
            {"name": "lang", "in": "query", "schema": {"type": "string", "default": "en"}}
          ],
          "get": {
            "operationId": "getBook", "tags": ["books", "shelf"], "summary": "Show a book",
            "description": "All of it.", "deprecated": true, "security": [],
            "parameters": [
              {"name": "lang", "in": "query", "required": true, "style": "pipeDelimited",
               "schema": {"type": "array", "items": {"type": "string", "enum": ["en", "de"]}}},
              {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
              {"name": "Accept", "in": "header", "schema": {"type": "string"}},
              {"name": "filter", "in": "query",
               "content": {"application/json": {"schema": {"type": "object"}}}}
            ],
            "responses": {
              "200": {"description": "A book", "headers": {"ETag": {}},
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}}},
              "4XX": {"$ref": "#/components/responses/Error"}
            }
          },
          "put": {
            "operationId": "replaceBook", "x-cli-name": "set", "x-cli-aliases": ["put"],
            "x-cli-hidden": true, "x-read-only": true,
            "servers": [{"url": "https://write.example.com"}],
            "requestBody": {"$ref": "#/components/requestBodies/Book"},
            "callbacks": {"done": {"{$request.body#/url}": {"post": {}, "put": {}}}}
          },
          "delete": {"x-cli-ignore": true},
          "head": {}, "options": {}, "trace": {}
        },
        "/books": {
          "summary": "Books\\n",
          "post": {
            "parameters": [{"name": "idempotency-key", "in": "header", "schema": {}}],
            "requestBody": {"content": {"multipart/form-data": {
              "schema": {"type": "object", "properties": {
                "cover": {"type": "string", "format": "binary"},
                "tags": {"type": "array", "items": {"type": "string"}}}, "required": ["cover"]},
              "encoding": {"cover": {"contentType": "image/png"},
                "tags": {"style": "form", "explode": false, "allowReserved": true}},
              "example": {"cover": "x"}}}}
          }
        }
      },
      "components": {
        "parameters": {"isbn": {"name": "isbn", "in": "path", "required": true,
          "schema": {"type": "string", "pattern": "^[0-9]+$", "minLength": 10, "maxLength": 13},
          "example": "9780000000000"}},
        "schemas": {"Book": {"type": "object", "required": ["title"], "properties": {
          "title": {"type": "string"}, "pages": {"type": "integer", "minimum": 1}}}},
        "requestBodies": {"Book": {"required": true, "description": "The book", "content": {
          "application/json": {"schema": {"$ref": "#/components/schemas/Book"}},
          "text/plain": {}}}},
        "responses": {"Error": {"description": "Wrong"}},
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}
      }
    }
    """

  let description: ReadDescription
  let get: DescribedOperation
  let put: DescribedOperation
  let post: DescribedOperation

  init() throws {
    description = try ReadDescription(Self.library)
    get = try #require(description["getBook"])
    put = try #require(description["replaceBook"])
    post = try #require(description["post-books"])
  }

  @Test func `the head describes the API as a whole`() {
    let head = description.head
    #expect((head.title, head.version, head.specification) == ("Library", "1.2", "3.0.3"))
    #expect(head.description == "Books.")
    #expect(head.servers.map(\.url) == ["https://{region}.example.com/v1", "/v1"])
    let region = head.servers[0].variables.first
    #expect(region?.defaultValue == "eu" && region?.choices == ["eu", "us"])
    #expect(head.security == [SecurityRequirement([.init("key")])])
    #expect(head.securityScheme("key")?.kind == .apiKey(name: "X-Key", .header))
    #expect(head.tags == [DescribedTag(name: "books", description: "All of them")])
    #expect(head.extensions.map(\.name) == ["x-note", "x-team"])
    #expect(head.extensions[0].value == ["a": 1])
    #expect(
      head.digest.count == 64 && head.operationCount == 7 && head.incidentalCount == 3
        && head.callbackCount == 2)
    #expect(description.problems == [])
  }

  @Test func `an operation has its id, or one made of method and path`() {
    #expect(
      description.operations.map(\.id) == [
        "getBook", "replaceBook", "delete-books-isbn", "head-books-isbn", "options-books-isbn",
        "trace-books-isbn", "post-books",
      ])
  }

  @Test func `an operation has its own texts, tags and flags`() {
    #expect(get.summary == "Show a book" && get.description == "All of it." && get.isDeprecated)
    #expect(get.tags == ["books", "shelf"] && get.method == .get && get.path == "/books/{isbn}")
    #expect(put.commandName == "set" && put.commandAliases == ["put"])
    #expect(put.isHidden && put.isDeclaredRead && put.callbackCount == 2)
    #expect(!get.isHidden && !get.isDeclaredRead && !get.isIgnored)
    #expect(description["delete-books-isbn"]?.isIgnored == true)
    #expect(post.summary == "Books")
  }

  @Test func `an operation's security is inherited, none or its own`() {
    #expect(get.security == [])
    #expect(put.security == nil)
  }

  @Test func `servers come from the operation, its path or the document, in this order`() {
    #expect(put.servers?.map(\.url) == ["https://write.example.com"])
    #expect(get.servers?.map(\.url) == ["https://files.example.com"])
    #expect(post.servers == nil)
  }

  @Test func `parameters of the operation replace those of its path`() throws {
    #expect(get.parameters.map(\.name) == ["isbn", "lang", "X-Trace", "filter"])
    #expect(put.parameters.map(\.name) == ["isbn", "lang"])
    let isbn = get.parameters[0]
    #expect(isbn.isRequired && isbn.location == .path && isbn.style == .simple)
    #expect(isbn.schema.bounds.pattern == "^[0-9]+$" && isbn.schema.bounds.maxLength == 13)
    #expect(isbn.schema.example == "9780000000000")
    let lang = get.parameters[1]
    #expect(lang.isRequired && lang.style == .pipeDelimited && !lang.isExploded)
    #expect(lang.schema.items?.choices == ["en", "de"])
    #expect(put.parameters[1].schema.defaultValue == "en" && put.parameters[1].isExploded)
    #expect(get.parameters[3].contentType == "application/json")
    #expect(get.parameters[3].schema.type == .object)
  }

  @Test func `bodies and responses have their media types and schemas`() throws {
    #expect(put.isBodyRequired && put.bodyDescription == "The book")
    #expect(put.bodies.map(\.contentType) == ["application/json", "text/plain"])
    let book = try #require(put.bodies[0].schema)
    #expect(book.name == "Book" && book.properties.map(\.name) == ["title", "pages"])
    #expect(book.properties.map(\.isRequired) == [true, false])
    #expect(book.property("pages")?.schema.bounds.minimum == JSONNumber(1))
    #expect(put.bodies[1].schema == nil)
    #expect(get.responses.map(\.status) == ["200", "4XX"])
    #expect(get.responses[0].headers == ["ETag"] && get.responses[1].description == "Wrong")
    #expect(get.responses[0].bodies[0].schema?.name == "Book")
  }

  @Test func `a form has the encoding of its fields`() throws {
    let body = try #require(post.bodies.first)
    #expect(body.contentType == "multipart/form-data" && !post.isBodyRequired)
    #expect(body.encodings.map(\.property) == ["cover", "tags"])
    #expect(body.encodings[0].contentType == "image/png")
    #expect(body.encodings[1].style == .form && body.encodings[1].isExploded == false)
    #expect(body.encodings[1].allowsReserved && body.example == ["cover": "x"])
    #expect(post.idempotencyKey?.name == "idempotency-key")
  }

  @Test func `a member that is not an operation is listed with its reason`() throws {
    let description = try ReadDescription(
      paths: """
        "/a": {"query": {}, "GET": {}, "get": 1, "post": {}},
        "a": {"get": {}, "put": {}},
        "/b": 7, "/c c": {"get": {}}, "/d\\u0007": {"get": {}},
        "/e": {"$ref": "#/nowhere"}, "/f": {"$ref": "other.json"},
        "/g": {"get": {"operationId": "one"}}, "/h": {"get": {"operationId": "one"}},
        "/i": {"get": {"parameters": [{"name": "x", "in": "body"}, {"in": "query"}, 3]}},
        "x-kept": {"get": {}},
        "/j/{id}": {"get": {}},
        "/k": {"get": {"operationId": "first"}}, "/k": {"get": {"operationId": "second"}}
        """)
    #expect(
      description.operations.map(\.id) == [
        "post-a", "one", "one-get-h", "get-i", "get-j-id", "second",
      ])
    #expect(
      description.problems == [
        "query /a: 'query' is not a method", "GET /a: 'GET' is not a method",
        "get /a: the operation is not an object",
        "get a: the path does not begin with '/'", "put a: the path does not begin with '/'",
        "/b: the path is not an object", "get /c c: the path has blanks or control characters",
        "get /d\u{7}: the path has blanks or control characters",
        "/e: there is no '#/nowhere'", "/e: no operation of the path is read",
        "/f: 'other.json' cannot be read: no other document may be read",
        "/f: no operation of the path is read",
        "get /h: the operationId 'one' is taken; its id is 'one-get-h'",
        "get /i: a parameter is in 'body', which is no place for one",
        "get /i: a parameter has no name",
        "get /i: a parameter is in '', which is no place for one",
        "get /j/{id}: the path's parameter 'id' is not declared",
        "/k: the path stands twice; the last one counts",
      ])
    #expect(description.head.problems.count { $0.isOperationMissing } == 11)
    #expect(description["get-j-id"]?.parameters.first?.isImplied == true)
  }

  @Test func `webhooks are counted, but are not operations`() throws {
    let description = try ReadDescription(
      paths: "", #""webhooks": {"new": {"post": {}, "summary": "x"}, "old": {"put": {}}}"#,
      version: "3.1.0")
    #expect(description.head.webhookCount == 2 && description.operations.isEmpty)
  }

  @Test(arguments: [
    ("/a-b", "/a/b", "get-a-b", "get-a-b-"), ("/fooBar", "/foo-bar", "get-foo-bar", "get-foo-bar-"),
    ("/", "/{}", "get-root", "get-root-"),
  ])
  func `a generated id does not depend on earlier operations`(
    one: String, other: String, id: String, prefix: String
  ) throws {
    let description = try ReadDescription(
      paths: #""\#(one)": {"get": {}}, "\#(other)": {"get": {}}"#)
    #expect(description.operations[0].id == id && description.operations[1].id.hasPrefix(prefix))
    #expect(description.operations[0].id != description.operations[1].id)
  }
}
