import SeashellApp

enum ShopAPI {
  static let paths: KeyValuePairs = [
    "products": "the products",
    "session": "who is signed in",
    "events": "changes to the data, as they happen",
    "openapi.json": "the API's OpenAPI description",
  ]

  static let examples: [CommandSpecification.Example] = [
    .init("api get products/p-1", "writes a product as the API sends it"),
    .init("api get /products --query query=mug --query per_page=2 -i", "finds two mugs"),
    .init("api head products/p-1 -i", "writes the status and the header fields"),
    .init(
      #"api post products/p-2/reviews --json '{"rating": 5, "comment": "Good"}'"#,
      "writes a review in JSON"),
    .init(
      "api post products/p-3/reviews --form rating=4 --form comment=Fine",
      "writes a review as a form"),
    .init(
      #"api put products/p-2/reviews/r-215 --json '{"rating": 4, "comment": "Good"}'"#,
      "changes a review"),
    .init(
      #"api patch products/p-2 --json '{"price": 12}' || print 'refused'"#,
      "tries to change a price"),
    .init("api delete products/p-3/reviews/r-216", "deletes a review"),
    .init("api options products/p-1/reviews -i", "writes the methods, in the field Allow"),
  ]
}
