import Testing

@testable import SeashellAPIs

/// Each case lists operations with the names that they must get.
@Suite struct NamingTests {
  @Test(arguments: [
    // What all paths begin with, and api, rest and versions.
    """
    boats list: GET /api/harbour/v2/boats - list
    boats show: GET /api/harbour/v2/boats/{id} - item
    crews list: GET /api/harbour/v2/crews - list
    """,
    """
    boats list: GET /fleet/v1beta1/boats - list
    boats show: GET /fleet/v1beta1/boats/{id} - item
    crews list: GET /2020-01/crews - list
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
    // Stand-ins for a parameter, and parameters in other forms.
    """
    sailors show: GET /sailors/{id} - item
    sailors show-me: GET /sailors/@me - item
    sailors edit-me: PATCH /sailors/me -
    sailors badge-me: GET /sailors/@me/badge - item
    """,
    """
    boats list: GET /Boats - list
    boats show: GET /Boats('{Name}') - item
    boats show-by-to: GET /Boats/{from}...{to} boats_from_to item
    """,
    // A verb after a colon, and a path of verbs.
    """
    boats show: GET /boats/{id} - item
    boats scuttle: POST /boats/{id}:scuttle -
    """,
    """
    crew list: GET /crew.list - list
    crew add: POST /crew.add -
    crew edit: GET /crew.update crew.update item
    boats list: GET /boats.list - list
    """,
    // A verb in the middle of a path that is there without it.
    """
    boats list: GET /ports/{port}/boats listBoats list
    boats watch-list: GET /watch/ports/{port}/boats watchBoats list
    boats show: GET /ports/{port}/boats/{boat} readBoat item
    boats watch: GET /watch/ports/{port}/boats/{boat} watchBoat item
    """,
    """
    boats show: GET /boats/{id} - item
    boats edit-refit: POST /boats/{id}#refit -
    boats edit-repair: POST /boats/{id}#repair -
    boats delete-paint: POST /boats/{id}#remove_paint -
    """,
  ])
  func `parts of a path that mean nothing are left out`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    // The last collection.
    """
    boats list: GET /boats - list
    boats show: GET /boats/{id} - item
    sails list: GET /boats/{id}/sails - list
    sails show: GET /boats/{id}/sails/{sail} - item
    """,
    // The plural beside the singular.
    """
    tags list: GET /tags - list
    tags show: GET /tag/{id} - item
    tags delete: DELETE /tag/{id} -
    """,
    // A verb is a collection only if it lists and shows.
    """
    reports list: GET /reports - list
    reports show: GET /reports/{id} - item
    boats show: GET /boats/{id} - item
    boats report: POST /boats/{id}/report reportBoat
    """,
    // The part of the id.
    """
    fleet list: GET /boats harbour.fleet.list list
    fleet show: GET /boats/{id} harbour.fleet.get item
    rota list: GET /crews harbour.rota.list list
    """,
    // A tag is about the part that half its operations contain; one about none makes no group.
    """
    boats list: GET /boats - list #harbour_v1
    boats show: GET /boats/{id} - item #harbour_v1
    crews list: GET /crews - list #harbour_v1
    weather show: GET /weather - item #other
    """,
    """
    moorings list: GET /ports/{port}/mooring - list #Moorings
    moorings edit: PUT /ports/{port}/mooring editMooring #Moorings
    crews list: GET /crews - list #Crews
    """,
    // Places of one name, of which one is a collection.
    """
    alarms show: GET /alarms/{id} - item
    alarms delete: DELETE /alarms/{id} -
    alarms list-boat: GET /boats/{boat}/alarms - list
    alarms list-port: GET /ports/{port}/alarms - list
    """,
    // The first fixed part.
    """
    status show: GET /status - item
    root show: GET /{anything} - item
    """,
  ])
  func `a group is a part of the id, the last collection, or what a tag is about`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    // As the path spells it, in plural if the tag has it.
    """
    crews list: GET /crew - list #Crews
    crews show: GET /crew/{id} - item #Crews
    port-calls list: GET /portCalls - list #visits
    port-calls show: GET /portCalls/{id} - item #visits
    """,
    // With the words of its tag if they are all in the path.
    """
    boat-notes show: GET /boats/{id}/notes/{note} - item #BoatNotes
    boat-notes add: POST /boats/{id}/notes - #BoatNotes
    crews list: GET /crews - list #Crews
    """,
    // The shallowest keeps the name.
    """
    alarms list: GET /alarms - list
    alarms show: GET /alarms/{id} - item
    port-alarms list: GET /ports/{port}/alarms - list
    port-alarms show: GET /ports/{port}/alarms/{id} - item
    """,
    // An older version of the same.
    """
    boats list: GET /v2/boats - list
    boats-v1 list: GET /v1/boats - list
    boats show: GET /v2/boats/{id} - item
    boats-v1 show: GET /v1/boats/{id} - item
    crews list: GET /v1/crews - list
    """,
    """
    boats list: GET /boats - list
    boats-2020-01 list: GET /2020-01/boats - list
    boats show: GET /boats/{id} - item
    """,
    // A deprecated one is older.
    """
    boats-v3 list: GET /v3/boats - list deprecated
    boats list: GET /v2/boats - list
    boats show: GET /v2/boats/{id} - item
    """,
  ])
  func `groups with one name say where they are, or their version`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    """
    boats list: GET /boats - list
    boats show: GET /boats/{id} - item
    boats list-berths: GET /boats/{id}/berths getBerths list
    boats add-berth: POST /boats/{id}/berths addBerth
    boats track: GET /boats/{id}/track - item
    boats show-hull: GET /boats/{id}/hull getHull item
    boats edit-hull: PUT /boats/{id}/hull editHull
    """,
    // The answers do not say whether they are lists.
    """
    boats list: GET /boats -
    boats show: GET /boats/{id} -
    weather show: GET /weather -
    """,
    // A POST that asks.
    """
    boats list: GET /boats - list
    boats show: GET /boats/{id} - item
    boats search: POST /boats/search - list
    boats list-by-ids: POST /boats/byIds getBoatsByIds list
    """,
    // A GET never says what a change would be.
    """
    boats show: GET /boats/{id} createBoatView item
    boats list: GET /boats addBoats list
    """,
  ])
  func `a GET lists or shows, or is what it shows`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    // The method.
    """
    boats add: POST /boats -
    boats show: GET /boats/{id} - item
    boats edit: PUT /boats/{id} -
    boats delete: DELETE /boats/{id} -
    """,
    """
    boats edit: PATCH /boats/{id} patchBoat
    boats replace: PUT /boats/{id} putBoat
    boats show: GET /boats/{id} - item
    """,
    // The path's end, if it is the only write there.
    """
    boats show: GET /boats/{id} - item
    boats launch: PUT /boats/{id}/launch launchOrNot
    boats show-launch: GET /boats/{id}/launch getLaunch item
    boats add-sailors: POST /boats/{id}/addSailors addSailorsToBoat
    boats remove-sailors: POST /boats/{id}/removeSailors removeSailorsFromBoat
    """,
    // The id: its first word, its last, or that after the name.
    """
    boats show: GET /boats/{id} - item
    boats assign-berth: POST /boats/{id}/berths assignBerth
    boats launch: POST /boats/{id} launchBoat
    """,
    """
    boats edit: PUT /boats/{id} Boat_UpdateBoat
    boats add: POST /boats Boat_CreateBoat
    boats show: GET /boats/{id} Boat_GetBoat item
    """,
    """
    boats edit: PATCH /boats/{id} api_boats_partial_update
    boats add: POST /boats api_boats_create
    boats show: GET /boats/{id} api_boats_read item
    """,
    """
    boats put: PUT /boats/{id} createOrUpdateBoat
    boats deactivate: DELETE /boats/{id} deactivateBoat
    boats show: GET /boats/{id} inspectBoat item
    """,
    // The summary. What creates is add, whatever its method.
    """
    crews add: POST /crews/{name} - "Creates_a_crew
    crews show: GET /crews/{name} - item
    crews add-many: POST /crews - "Create_multiple_crews
    """,
    """
    crews add: PUT /crews/{name} createCrew
    crews show: GET /crews/{name} - item
    crews restore: POST /crews/{name} - "Restore_a_crew
    """,
    // FastAPI composes ids from a function's name, the path and the method.
    """
    boats list: GET /boats/ read_boats_boats__get list #boats
    boats count: POST /boats/count count_boats_boats_count_post #boats
    boats show: GET /boats/{boat_id} read_boat_boats__boat_id__get item #boats
    crews list: GET /crews/ read_crews_crews__get list #crews
    """,
  ])
  func `a change is named after the path's end, the id, the summary or the method`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    """
    buckets list: GET /buckets - list
    buckets delete-all: DELETE /buckets -
    buckets edit-all: PATCH /buckets -
    buckets show: GET /buckets/{id} - item
    buckets delete: DELETE /buckets/{id} -
    """,
    // The path, the id, the summary, or a body says which ones.
    """
    charts list: GET /charts - list
    charts delete-many: DELETE /charts - body
    charts show: GET /charts/{id} - item
    charts delete: DELETE /charts/{id} -
    charts edit-many: PUT /charts bulkUpdateCharts
    charts add-many: POST /charts/bulk-create -
    """,
    """
    maps add-many: POST /maps - "Create_many_maps
    maps show: GET /maps/{id} - item
    """,
    """
    keys revoke-all: DELETE /keys revokeKeys
    keys revoke: DELETE /keys/{id} revokeKey
    keys delete: DELETE /keys/{id}/delete -
    keys show: GET /keys/{id} - item
    """,
  ])
  func `names say whether one, many or all are changed`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    // The fixed parts since the last parameter, without words of the group, none twice.
    """
    boats paint: GET /boats/{boat}/boatPaint - item
    boats show: GET /boats/{boat} - item
    boats add-dent: POST /boats/{boat}/hulls/{hull}/dents createDent
    boats show-hull: GET /boats/{boat}/hull getHull item
    boats edit-hull: PUT /boats/{boat}/hull editHull
    """,
    // A POST that is the group's own verb.
    """
    shutdown run: POST /shutdown shutdown
    import run: POST /import -
    boats list: GET /boats - list
    boats show: GET /boats/{id} - item
    """,
  ])
  func `the rest of the path follows the verb`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }

  @Test(arguments: [
    """
    alarms list-all: GET /alarms - list
    alarms add: POST /boats/{boat}/alarms -
    alarms list: GET /boats/{boat}/alarms - list
    alarms show: GET /boats/{boat}/alarms/{id} - item
    """,
    """
    boats list: GET /boats - list
    boats show: GET /boats/{id} - item
    boats list-port: GET /ports/{port}/boats - list
    boats list-sailor: GET /sailor/boats listBoatsForCurrentSailor list
    """,
    // The list of a collection that has none itself.
    """
    boats list: GET /ports/{port}/boats - list
    boats show: GET /boats/{id} - item
    boats delete: DELETE /boats/{id} -
    """,
  ])
  func `a path that leads into the group from outside says whose things these are`(text: String) {
    let (found, expected) = check(text)
    #expect(found == expected)
  }
}
