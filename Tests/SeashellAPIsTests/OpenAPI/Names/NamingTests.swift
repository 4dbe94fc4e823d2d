import Testing

@testable import SeashellAPIs

/// Each case lists operations with the names that they must get.
@Suite struct NamingTests {
  @Test(arguments: [
    """
    boats list: GET /api/harbour/v2/boats - list
    boats show: GET /api/harbour/v2/boats/{id} - item
    crews list: GET /api/harbour/v2/crews - list
    """,
    // A part followed by a parameter is a group, even if all operations are in it.
    """
    boats show: GET /api/boats/{id} - item
    boats log: GET /api/boats/{id}/log - item
    """,
    """
    boats list: GET /rest/boats.json - list
    boats show: GET /boats/{id}.json - item
    boats picture: GET /v1.2/boats/{id}/picture.{form} -
    """,
    """
    keys list: GET /keys - list
    keys root: GET /keys/{id}/rootKey-9fK2mQ7Lx0 - item
    keys short-a-b1: GET /keys/{id}/short-aB1 - item
    """,
    """
    boats show: GET /boats/{id} - item
    boats edit-refit: POST /boats/{id}#refit -
    boats delete-paint: POST /boats/{id}#remove_paint -
    """,
    // FastAPI composes ids from a function's name, the path and the method.
    """
    boats list: GET /boats/ read_boats_boats__get list #boats
    boats count: POST /boats/count count_boats_boats_count_post #boats
    boats bulk-paint: POST /boats/paint-all bulk_paint_boats_paint_all_post #boats
    boats show: GET /boats/{boat_id} read_boat_boats__boat_id__get item #boats
    crews list: GET /crews/ read_crews_crews__get list #crews
    """,
    """
    boats list: GET /boats - list
    -: HEAD /boats -
    boats show: GET /boats/{id} - item
    -: OPTIONS /boats -
    -: TRACE /boats -
    -: DELETE /boats/{id} - ignored
    boats head-log: HEAD /boats/{id}/log -
    """,
  ])
  func `meaningless words are left out of command names`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    """
    port-calls list: GET /visits - list #PortCalls
    port-calls show: GET /visits/{id} - item #PortCalls
    crew-lists add: POST /crew - #Crew-lists
    """,
    // A single tag does not group anything.
    """
    boats list: GET /boats - list #all
    crews list: GET /crews - list #all
    """,
    // Fewer than nine in ten operations have a tag.
    """
    boats list: GET /boats - list #a
    boats show: GET /boats/{id} - item #b
    crews list: GET /crews - list
    """,
    """
    fleet list: GET /boats harbour.fleet.list list
    fleet show: GET /boats/{id} harbour.fleet.get item
    rota list: GET /crews harbour.rota.list list
    """,
    """
    boats list: GET /ports/{port}/boats - list
    boats show: GET /ports/{port}/boats/{boat} - item
    status show: GET /status - item
    root show: GET /{anything} - item
    """,
  ])
  func `a group comes from a tag, a part of the id, or the last collection`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    // One of them has items.
    """
    alarms show: GET /alarms/{id} - item
    alarms list-boat: GET /boats/{boat}/alarms - list
    alarms list-port: GET /ports/{port}/alarms - list
    boats show: GET /boats/{boat} - item
    """,
    // Several have items at one depth.
    """
    boat-alarms show: GET /boats/{boat}/alarms/{id} - item
    port-alarms show: GET /ports/{port}/alarms/{id} - item
    """,
    // The shallowest of them keeps the name.
    """
    alarms show: GET /alarms/{id} - item
    port-alarms show: GET /ports/{port}/alarms/{id} - item
    """,
    // A nested list alone is a command.
    """
    boats show: GET /boats/{boat} - item
    boats sisters: GET /boats/{boat}/sisters listSisters list
    """,
    """
    boats show: GET /boats/{boat} - item
    sisters list: GET /boats/{boat}/sisters listSisters list
    sisters add: POST /boats/{boat}/sisters addSister
    """,
  ])
  func `collections with one name are one group if one of them has items`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    """
    boats list: GET /boats - list
    boats add: POST /boats -
    boats show: GET /boats/{id} - item
    boats edit: PUT /boats/{id} -
    boats delete: DELETE /boats/{id} -
    """,
    """
    boats edit: PATCH /boats/{id} patchBoat
    boats replace: PUT /boats/{id} putBoat
    """,
    """
    boats edit: PATCH /boats/{id} -
    boats replace: PUT /boats -
    """,
    // If another method changes the item, POST adds it.
    """
    notes add: POST /notes/{name} post_notes_name
    notes edit: PUT /notes/{name} put_notes_name
    """,
    """
    boats edit: POST /boats/{id} post_boats_id
    """,
    """
    boats launch: POST /boats/{id} launchBoat
    """,
    """
    boats restore: POST /boats/{id} post_boats_id "Restore
    """,
    """
    boats add: PUT /boats/{id} createBoat
    boats scuttle: DELETE /boats/{id} scuttleBoat
    boats show: GET /boats/{id} inspectBoat item
    """,
    """
    boats bulk-paint: PATCH /boats bulk_paint_boats
    boats show: GET /boats/{id} - item
    """,
    // The response does not say whether it is a list.
    """
    boats list: GET /boats -
    boats show: GET /boats/{id} -
    weather show: GET /weather -
    """,
  ])
  func `a command's verb comes from the method or from the id`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    """
    boats show: GET /boats/{id} - item
    boats track: GET /boats/{id}/track - item
    boats tow: POST /boats/{id}/tow -
    boats edit-sail: PUT /boats/{id}/sail -
    boats delete-sail: DELETE /boats/{id}/sail -
    boats add-dent: POST /boats/{id}/dent createDent
    """,
    """
    boats list: GET /boats - list
    boats search: POST /boats/search -
    boats engines-query: POST /boats/{id}/engines/query createQuery
    """,
    """
    sailors show: GET /sailors/{id} - item
    sailors show-me: GET /sailors/@me - item
    sailors edit-me: PATCH /sailors/me -
    sailors badge-me: GET /sailors/@me/badge - item
    """,
    """
    alarms list-all: GET /alarms - list
    alarms add: POST /boats/{boat}/alarms -
    alarms list: GET /boats/{boat}/alarms - list
    alarms show: GET /boats/{boat}/alarms/{id} - item
    """,
    """
    boats list: GET /boats - list #boats
    boats list-port: GET /ports/{port}/boats - list #boats
    ports show: GET /ports/{port} - item #ports
    """,
  ])
  func `the path below the group is a noun or an action`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    // The operation at home keeps the word.
    """
    boats show: GET /boats/{id} - item
    boats show-captain: GET /boats/{id}/{captain} getBoatByCaptain item
    """,
    // The noun comes from the GET.
    """
    signals add-flag: POST /signals/{id}/flag post_signals_flag
    signals flag: GET /signals/{id}/flag - item
    """,
    // The operations cannot be told apart.
    """
    boats show-get: GET /boats/{id} - item
    boats show-get-2: GET /boats/{name} - item
    """,
    // Words of the group are omitted, in the singular too.
    """
    boats paint: GET /boats/{boat}/boatPaint - item
    boats show: GET /boats/{boat} - item
    """,
    """
    boats fleet: GET /boats - list =fleet
    boats list: GET /boats/{id} - item =List
    boats show: GET /boats/{id}/{name} - item
    """,
    // If two operations want a name, the one with the first path gets it.
    """
    boats same: GET /boats - list =same
    boats show: GET /boats/{id} - item =same
    """,
  ])
  func `of several operations that want one name, at most one gets it`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  /// The operations of the shop, whose hand-written commands have names chosen by people.
  @Test func `a shop's commands get the names that people chose`() {
    let (found, expected) = check(
      """
      products list: GET /products listProducts list
      products show: GET /products/{product} showProduct item
      products related: GET /products/{product}/relatedProducts listRelatedProducts list
      reviews list-all: GET /reviews listAllReviews list
      reviews list: GET /products/{product}/reviews listReviews list
      reviews add: POST /products/{product}/reviews addReview
      reviews show: GET /products/{product}/reviews/{review} showReview item
      reviews edit: PUT /products/{product}/reviews/{review} editReview
      reviews delete: DELETE /products/{product}/reviews/{review} deleteReview
      session show: GET /session showSession item
      session begin: POST /session beginSession
      session end: DELETE /session endSession
      session refresh: POST /session/refresh refreshSession
      events list: GET /events followEvents
      openapi show: GET /openapi.json describe item
      -: HEAD /products listProductsHead
      """)
    #expect(found == expected)
  }
}
