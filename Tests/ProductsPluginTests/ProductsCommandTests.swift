import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Testing

@testable import ProductsPlugin

@Suite @MainActor struct ProductsCommandTests {
  static func harness(
    _ transport: StubTransport, console: RecordingConsole = RecordingConsole()
  ) throws -> ShellHarness {
    let harness = try ShellHarness(transport, console: console)
    try harness.load(ProductsModule(harness.context))
    return harness
  }

  @Test func `products list writes a line for each product`() async throws {
    let transport = NumberedShop(count: 52).transport
    let harness = try Self.harness(transport)
    let (status, output, errors) = await harness.run("products list")
    #expect(status == 0)
    #expect(output == NumberedShop.lines(1...20))
    #expect(errors.isEmpty)
  }

  @Test(arguments: OutputFormat.allCases)
  func `a list cut at its page has a notice, in scripts and any format`(
    format: OutputFormat
  ) async throws {
    let harness = try Self.harness(NumberedShop(count: 52).transport)
    _ = await harness.run("products list -o \(format.rawValue)")
    #expect(harness.console.notices == ["20 of 52; --all lists every one"])
    _ = await harness.run(
      "products list --all -o \(format.rawValue); products list --page 3 -o \(format.rawValue)")
    #expect(harness.console.notices.count == 1)
  }

  @Test func `products list --page says which part of the list it is`() async throws {
    let harness = try Self.harness(NumberedShop(count: 52).transport)
    _ = await harness.run("products list --page 2 --per-page 5; products list --per-page 7")
    #expect(
      harness.console.notices == [
        "6 to 10 of 52; --all lists every one", "7 of 52; --all lists every one",
      ])
  }

  @Test func `an empty list of products gets a notice on a terminal`() async throws {
    let harness = try Self.harness(NumberedShop(count: 0).transport)
    let lines = "products list --query zzz; products list; products related p-1"
    _ = await harness.run(lines)
    #expect(harness.console.notices.isEmpty)
    harness.console.columns = 80
    _ = await harness.run(lines)
    #expect(
      harness.console.notices == [
        "no product matches 'zzz'", "the shop has no products", "no products are related to p-1",
      ])
  }

  @Test(arguments: [
    ("(('p-1', 'p-2'))", "a list"), ("(parse('[\"p-1\"]'))", "a list"),
    ("(parse('{\"id\":\"p-1\"}'))", "a record"),
  ])
  func `a list or a record is no id`(value: String, structure: String) async throws {
    let transport = NumberedShop(count: 3).transport
    let harness = try Self.harness(transport)
    for command in ["products show $x", "products related $x"] {
      let result = await harness.run("let x = \(value)\n\(command)")
      #expect(result.status == 2)
      #expect(
        result.errors.contains("PRODUCT is \(structure), which is no id")
          || result.errors.contains("ID is \(structure), which is no id"), "\(result.errors)")
    }
    let caught = await harness.run(
      "let x = \(value)\ntry { products show $x } else { print caught $error.status }")
    #expect(caught.output == "caught 2\n")
    // What the user wrote is asked for.
    #expect(await harness.run("products show '[x]'").status != 2)
  }

  @Test func `products related lists every page, and fails if one fails`() async throws {
    let harness = try Self.harness(NumberedShop(count: 45).transport)
    #expect(await harness.run("products related p-1").output == NumberedShop.lines(1...45))
    #expect(harness.console.notices.isEmpty)
    let broken = try Self.harness(NumberedShop(count: 45, brokenPage: 2).transport)
    let (status, output, errors) = await broken.run("products related p-1")
    #expect(status == 8)
    #expect(output == NumberedShop.lines(1...20))
    #expect(errors.contains("only the first 20 related products came"))
  }

  @Test func `products list writes JSON with the names of the API`() async throws {
    let harness = try Self.harness(NumberedShop(count: 2).transport)
    let (status, output, _) = await harness.run("products list -o json")
    #expect(status == 0)
    #expect(
      output == """
        [{"id":"p-1","name":"Mug 1","price":18.5,"currency_code":"EUR"},
        {"id":"p-2","name":"Mug 2","price":18.5,"currency_code":"EUR"}]

        """)
  }

  @Test func `a price in a table has the decimals of its currency`() async throws {
    let harness = try Self.harness(NumberedShop(count: 1).transport)
    let output = await harness.run("products list -o table").output
    #expect(output.contains("p-1  Mug 1  18.50  EUR"))
  }

  @Test(arguments: [
    ("--query 'blue mug'", "?query=blue%20mug"),
    ("--page 2 --per-page 7", "?page=2&per_page=7"),
    ("--sort price", "?sort=price"),
    ("--sort -price", "?sort=-price"),
    ("--sort=-name", "?sort=-name"),
    ("--page 3", "?page=3&per_page=20"),
    ("--all", "?per_page=1000"),
    ("--all --per-page 50 --query mug", "?query=mug&per_page=50"), ("mug", "?query=mug"),
    ("two mugs per_page=50", "?query=two%20mugs&per_page=50"),
  ])
  func `the options of products list reach the shop`(options: String, query: String) async throws {
    let transport = StubTransport(json: "[]")
    let (status, _, errors) = await (try Self.harness(transport)).run("products list \(options)")
    #expect(status == 0, "\(errors)")
    #expect(
      transport.requests.map(\.url.absoluteString) == ["http://localhost/v1/products\(query)"])
  }

  @Test(arguments: [
    ("list --page 0", "--page takes a whole number from 1 to 1000000000, not '0'"),
    ("list --page 1000000001", "--page takes a whole number from 1 to 1000000000"),
    ("list --per-page 1001", "--per-page takes a whole number from 1 to 1000, not '1001'"),
    ("list --sort rating", "--sort takes name, -name, price or -price, not 'rating'"),
    ("list --all --page 2", "--all and --page cannot be used together"),
    ("list mug --query tea", "give the words or --query, not both"),
    ("more mug", "products more takes no arguments, and 'mug' is one too many"),
    ("show", "products show needs ID"),
    ("related", "products related needs ID"),
    ("more", "there is no list to continue; 'products list' lists products"),
    ("refresh", "there is no list to continue; 'products list' lists products"),
    ("show ''", "the path 'products/' contains an empty segment"),
    ("show ..", "the path 'products/..' contains the segment '..'"),
    ("related ''", "the path 'products//relatedProducts' contains an empty segment"),
  ])
  func `wrong product commands send no request`(line: String, why: String) async throws {
    let transport = StubTransport(json: "[]")
    let (status, output, errors) = await (try Self.harness(transport)).run("products \(line)")
    #expect(status == 2)
    #expect(output.isEmpty)
    #expect(errors.contains(why), "\(errors)")
    #expect(transport.requests.isEmpty)
  }

  @Test func `products list --all sends one request for each page`() async throws {
    let transport = NumberedShop(count: 2500).transport
    let (status, output, errors) = await (try Self.harness(transport)).run("products list --all")
    #expect(status == 0)
    #expect(output == NumberedShop.lines(1...2500))
    #expect(errors.isEmpty)
    #expect(transport.requests.count == 3)
  }

  @Test func `products list --all keeps the rows before a failed page`() async throws {
    let shop = NumberedShop(count: 9, brokenPage: 3)
    for (format, rows) in [
      ("tsv", NumberedShop.lines(1...4)), ("csv", nil), ("json", nil),
    ] {
      let harness = try Self.harness(shop.transport)
      let (status, output, errors) = await harness.run(
        "products list --all --per-page 2 -o \(format)")
      #expect(status == 8)
      if let rows { #expect(output == rows) }
      #expect(output.contains("p-4") && !output.contains("p-5"))
      #expect(!output.contains("]"))
      #expect(errors.contains("only the first 4 products came"))
    }
  }

  @Test func `circular pages end products list with status 1`() async throws {
    let harness = try Self.harness(NumberedShop(count: 9, detours: [2: 1]).transport)
    let (status, _, errors) = await harness.run("products list --all --per-page 2 -o json")
    #expect(status == 1)
    #expect(errors.contains(#""code":"limit""#))
  }

  @Test func `products show writes one object, and related a list`() async throws {
    let transport = StubTransport { request in
      let isRelated = request.url.path().hasSuffix("relatedProducts")
      let product = NumberedShop.product(2)
      return HTTPResponse(
        status: 200, body: HTTPBody(.init((isRelated ? "[\(product)]" : product).utf8)))
    }
    let harness = try Self.harness(transport)
    #expect(
      await harness.run("products show p-2 -o json").output == """
        {"id":"p-2","name":"Mug 2","price":18.5,"currency_code":"EUR",\
        "description":"Holds tea.","image":null,"rating":null,"review_count":null}

        """)
    #expect(
      await harness.run("products show p-2").output == "p-2\tMug 2\t18.5\tEUR\tHolds tea.\t\t\t\n")
    #expect(await harness.run("products related p-1").output == NumberedShop.lines(2...2))
    #expect(
      await harness.run("products related p-1 -o jsonl").output == """
        {"id":"p-2","name":"Mug 2","price":18.5,"currency_code":"EUR"}

        """)
  }

  @Test(arguments: ["show", "related"])
  func `a missing product is status 3, and named`(command: String) async throws {
    let harness = try Self.harness(StubTransport(status: 404, json: ""))
    let (status, output, errors) = await harness.run("products \(command) p-99")
    #expect(status == 3)
    #expect(output.isEmpty)
    #expect(errors.contains("no product has the id 'p-99'"))
  }

  @Test
  func `without links, products more continues until the total`()
    async throws
  {
    let harness = try Self.harness(NumberedShop(count: 5, hasLinks: false).transport)
    _ = await harness.run("products list --per-page 2")
    #expect(await harness.run("products more").output == NumberedShop.lines(3...4))
    #expect(await harness.run("products more").output == NumberedShop.lines(5...5))
    let notices = harness.console.notices
    #expect(!notices.contains("there are no more products"))
    #expect(await harness.run("products more").output == "")
    #expect(harness.console.notices == notices + ["there are no more products"])
    // A list that begins later knows where it stands.
    #expect(
      await harness.run("products list --page 2 --per-page 3; products more").output
        == NumberedShop.lines(4...5))
    #expect(harness.console.notices.count { $0 == "there are no more products" } == 2)
  }

  @Test func `without links, products more fails at a repeated page`() async throws {
    let shop = NumberedShop(count: 5, hasLinks: false, ignoresPage: true)
    let harness = try Self.harness(shop.transport)
    _ = await harness.run("products list --per-page 2")
    let (status, output, errors) = await harness.run("products more")
    #expect(status == 8)
    #expect(output == "")
    #expect(errors.contains("the server gave the same page again"), "\(errors)")
    #expect(!harness.console.notices.contains("there are no more products"))
  }

  @Test func `products more continues, and reports the end`() async throws {
    let harness = try Self.harness(NumberedShop(count: 5).transport)
    _ = await harness.run("products list --per-page 3")
    #expect(await harness.run("products more").output == NumberedShop.lines(4...5))
    let (status, output, _) = await harness.run("products more -o json")
    #expect(status == 0)
    #expect(output == "[]\n")
    #expect(
      harness.console.notices == [
        "3 of 5; --all lists every one", "there are no more products",
      ])
  }

  @Test func `products refresh repeats the list with its query`() async throws {
    let transport = NumberedShop(count: 5).transport
    let harness = try Self.harness(transport)
    let listed = await harness.run("products list --query mug --per-page 2").output
    _ = await harness.run("products more")
    #expect(await harness.run("products refresh").output == listed)
    #expect(transport.requests.first?.url == transport.requests.last?.url)
  }

  @Test func `products more and refresh say how to go on`() async throws {
    let harness = try Self.harness(NumberedShop(count: 52).transport)
    _ = await harness.run("products list; products more; products list --page 2 --per-page 5")
    _ = await harness.run("products refresh; products list --query mug --all")
    #expect(
      harness.console.notices == [
        "20 of 52; --all lists every one", "21 to 40 of 52; 'products more' shows the next",
        "6 to 10 of 52; --all lists every one", "6 to 10 of 52; 'products more' shows the next",
      ])
  }
}
