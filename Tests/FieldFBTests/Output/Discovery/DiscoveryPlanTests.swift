import Testing

@testable import FieldFB

@Suite("What the discovery does")
struct DiscoveryPlanTests {
    // MARK: - What is lit

    @Test("every connected connector of every card is lit")
    func allConnected() {
        let cards = [
            card([seen(1, "HDMI-A-1", masks: [0b01]), seen(2, "HDMI-A-2", masks: [0b10])], crtcs: [51, 52]),
            card([seen(1, "DSI-1", type: 16)], serial: 2, path: "/dev/dri/card1", crtcs: [61]),
        ]
        #expect(plan(cards).names(cards) == ["DSI-1 61", "HDMI-A-1 51", "HDMI-A-2 52"])
    }

    @Test("the card without a display may come first, and a card that is none, too")
    func displayOnLaterCard() {
        let none = OutputError(.unsuitable, call: "DRM_IOCTL_MODE_GETRESOURCES", errno: 95, place: "/dev/dri/card1")
        let cards = [
            card([seen(1, "HDMI-A-1", .disconnected, modes: []), seen(2, "HDMI-A-2", .disconnected, modes: [])], crtcs: [51, 52, 53, 54]),
            card([], serial: 0, path: "/dev/dri/card1", refusal: none),
            card([seen(1, "DSI-1")], serial: 3, path: "/dev/dri/card2", crtcs: [61]),
        ]
        #expect(plan(cards).names(cards) == ["DSI-1 61"])
    }

    @Test("a connector that cannot know is tried when nothing is connected anywhere")
    func unknownAlone() {
        let composite = seen(1, "Composite-1", type: 5, .unknown, modes: [plainMode(720, 480), plainMode(720, 576)])
        let cards = [card([composite, seen(2, "HDMI-A-2", .disconnected)])]
        #expect(plan(cards).names(cards) == ["Composite-1 51"])
    }

    @Test("a connector that cannot know stays dark beside a connected one, also of another card")
    func unknownBesideConnected() {
        let cards = [
            card([seen(1, "Composite-1", type: 5, .unknown)]),
            card([seen(1, "DSI-1")], serial: 2, path: "/dev/dri/card1"),
        ]
        #expect(plan(cards).names(cards) == ["DSI-1 51"])
    }

    @Test("one that cannot know is let go of when a connected one comes")
    func unknownGivesWay() {
        let composite = seen(1, "Composite-1", type: 5, .unknown)
        let cards = [card([composite, seen(2, masks: [0b10])], crtcs: [51, 52])]
        let plan = plan(cards, lit: [lit(composite)])
        #expect(plan.lost == [DiscoveryPlan.Loss(key: OutputKey(number: 1), isRelit: false)])
        #expect(plan.names(cards) == ["HDMI-A-1 52"])
    }

    @Test("one that cannot know has to wait until the plug of another is out for certain")
    func unknownWaits() {
        let cards = [
            card(
                [seen(1, "HDMI-A-1", .disconnected, modes: []), seen(2, "Composite-1", type: 5, .unknown, masks: [0b10])],
                crtcs: [51, 52])
        ]
        let first = plan(cards, lit: [lit(seen(1))], now: second)
        #expect(first.targets.isEmpty)
        #expect(plan(cards, lit: first.lit, now: 2 * second).names(cards) == ["Composite-1 52"])
    }

    @Test("a kind of connector from the future is lit; writeback and what is no desktop never")
    func kindsOfConnectors() {
        let cards = [
            card(
                [
                    seen(1, "Type99-1", type: 99), seen(2, "Writeback-1", type: 18, .unknown, masks: [0b10]),
                    seen(3, "HDMI-A-9", masks: [0b10], isDesktop: false),
                ], crtcs: [51, 52])
        ]
        #expect(plan(cards).names(cards) == ["Type99-1 51"])
    }

    @Test("what is lit and stays as it was is left alone")
    func nothingToDo() {
        let connector = seen(1)
        let plan = plan([card([connector])], lit: [lit(connector)])
        #expect(plan.lost.isEmpty && plan.stale.isEmpty && plan.targets.isEmpty && plan.deadline == nil)
        #expect(plan.lit.count == 1)
    }

    // MARK: - What goes away

    @Test("a plug that is out for less than a second is no loss")
    func shortDisconnect() {
        let connector = seen(1)
        let gone = seen(1, "HDMI-A-1", .disconnected, modes: [])
        let first = plan([card([gone])], lit: [lit(connector)], now: 5 * second)
        #expect(first.lost.isEmpty)
        #expect(first.deadline == 6 * second)
        let back = plan([card([connector])], lit: first.lit, now: 5 * second + second / 2)
        #expect(back.lost.isEmpty)
        #expect(back.stale == [OutputKey(number: 1)])
    }

    @Test("a plug that is out for a second is a loss")
    func confirmedDisconnect() {
        let gone = seen(1, "HDMI-A-1", .disconnected, modes: [])
        let first = plan([card([gone])], lit: [lit(seen(1))], now: 5 * second)
        let then = plan([card([gone])], lit: first.lit, now: 6 * second)
        #expect(then.lost == [DiscoveryPlan.Loss(key: OutputKey(number: 1), isRelit: false)])
        #expect(then.targets.isEmpty)
    }

    @Test("connected without any mode is as good as disconnected")
    func modesWentAway() {
        let plan = plan([card([seen(1, modes: [])])], lit: [lit(seen(1))], now: second)
        #expect(plan.deadline == 2 * second)
        #expect(plan.targets.isEmpty)
    }

    @Test("a connector that does not exist any more is waited for as long")
    func connectorVanished() {
        let plan = plan([card([])], lit: [lit(seen(1))], now: second)
        #expect(plan.lost.isEmpty)
        #expect(plan.deadline == 2 * second)
    }

    @Test("the displays of a card that was removed are lost at once")
    func cardRemoved() {
        #expect(plan([], lit: [lit(seen(1))]).lost == [DiscoveryPlan.Loss(key: OutputKey(number: 1), isRelit: false)])
    }

    @Test("the same card under another number, opened anew, is another card")
    func renumberedCard() {
        let cards = [card([seen(1)], serial: 9, path: "/dev/dri/card1")]
        let plan = plan(cards, lit: [lit(seen(1))])
        #expect(plan.lost == [DiscoveryPlan.Loss(key: OutputKey(number: 1), isRelit: false)])
        #expect(plan.names(cards) == ["HDMI-A-1 51"])
    }

    @Test("a card that does not answer now keeps its displays; one that is gone does not")
    func silentCard() {
        func lost(_ reason: OutputError.Reason) -> Int {
            let error = OutputError(reason, call: "DRM_IOCTL_MODE_GETRESOURCES", errno: 5, place: "/dev/dri/card0")
            return plan([card([], refusal: error)], lit: [lit(seen(1))]).lost.count
        }
        #expect(lost(.failed) == 0)
        #expect(lost(.gone) == 1)
    }

    // MARK: - What changes

    @Test("a replug gets a fresh picture even where nothing changed")
    func replugged() {
        var display = lit(seen(1))
        display.isReplugged = true
        let plan = plan([card([seen(1)])], lit: [display], now: 7 * second)
        #expect(plan.stale == [OutputKey(number: 1)])
        #expect(plan.lost.isEmpty)
        #expect(plan.lit[0].isReplugged == false)
    }

    @Test("replugs without end give fresh pictures more and more seldom, down to two a minute")
    func endlessReplugs() {
        var display = lit(seen(1))
        var times: [Int64] = []
        for tenth in 0..<2_000 as Range<Int64> {
            display.isReplugged = true
            let plan = plan([card([seen(1)])], lit: [display], now: tenth * second / 10)
            if !plan.stale.isEmpty { times.append(tenth / 10) }
            display = plan.lit[0]
        }
        #expect(times == [0, 1, 3, 7, 15, 31, 63, 95, 127, 159, 191])
    }

    @Test("after a quiet minute a replug is answered at once again")
    func quietMinute() {
        var display = lit(seen(1))
        (display.isReplugged, display.repainted, display.repaintCount) = (true, 0, 5)
        #expect(plan([card([seen(1)])], lit: [display], now: 61 * second).stale.count == 1)
    }

    @Test("a storm of replugs gives a fresh picture once a second, and the last one is not forgotten")
    func replugStorm() {
        var display = lit(seen(1))
        display.isReplugged = true
        display.repainted = 7 * second
        let early = plan([card([seen(1)])], lit: [display], now: 7 * second + 1)
        #expect(early.stale.isEmpty)
        #expect(early.deadline == 8 * second)
        let late = plan([card([seen(1)])], lit: early.lit, now: 8 * second)
        #expect(late.stale == [OutputKey(number: 1)])
    }

    @Test("another display at the same plug, of another mode, is lit anew in that mode")
    func otherModes() {
        let other = seen(1, modes: [plainMode(1024, 600, preferred: true), plainMode(800, 480)])
        let cards = [card([other])]
        let plan = plan(cards, lit: [lit(seen(1))])
        #expect(plan.lost == [DiscoveryPlan.Loss(key: OutputKey(number: 1), isRelit: true)])
        #expect(plan.names(cards) == ["HDMI-A-1 51"])
    }

    @Test("another display that wants the same mode gets a fresh picture and no other mode")
    func otherDisplaySameMode() {
        let other = seen(1, modes: [plainMode(800, 480, preferred: true), plainMode(640, 480)])
        let plan = plan([card([other])], lit: [lit(seen(1))])
        #expect(plan.lost.isEmpty && plan.stale == [OutputKey(number: 1)])
        #expect(plan.lit[0].modes.count == 2)
    }

    @Test("the mode that runs though another is preferred stays, as long as the list does")
    func currentModeStays() {
        let connector = seen(1, modes: [plainMode(1024, 600, preferred: true), plainMode(800, 480)])
        let plan = plan([card([connector])], lit: [lit(connector, mode: connector.record.modes[1])])
        #expect(plan.lost.isEmpty)
    }

    @Test("another orientation of the panel is a reason to light it anew")
    func orientationChanged() {
        let plan = plan([card([seen(1, orientation: .quarterTurn)])], lit: [lit(seen(1))])
        #expect(plan.lost == [DiscoveryPlan.Loss(key: OutputKey(number: 1), isRelit: true)])
        #expect(plan.targets[0].wish.orientation == .quarterTurn)
    }

    // MARK: - What a person wants

    @Test("settings that change are taken over by lighting anew, each display for itself")
    func preferencesChanged() {
        let (first, second) = (seen(1, "HDMI-A-1"), seen(2, "HDMI-A-2", masks: [0b10]))
        let cards = [card([first, second], crtcs: [51, 52])]
        let both = [lit(first), lit(second, key: 2, crtc: 52)]
        var preferences = DisplayPreferences()
        preferences.modes.named = [("hdmi-a-2", WantedMode(width: 640, height: 480))]
        let plan = plan(cards, lit: both, preferences: preferences)
        #expect(plan.lost == [DiscoveryPlan.Loss(key: OutputKey(number: 2), isRelit: true)])
    }

    @Test("connectors that the settings do not name are let go of")
    func pinned() {
        let (first, second) = (seen(1, "HDMI-A-1"), seen(2, "HDMI-A-2", masks: [0b10]))
        let cards = [card([first, second], crtcs: [51, 52])]
        var preferences = DisplayPreferences()
        preferences.connectors = ["HDMI-A-2"]
        let plan = plan(cards, lit: [lit(first)], preferences: preferences)
        #expect(plan.lost == [DiscoveryPlan.Loss(key: OutputKey(number: 1), isRelit: false)])
        #expect(plan.names(cards) == ["HDMI-A-2 52"])
    }

    @Test("the console's rotation counts where no connector tells one, and only there")
    func consoleRotation() {
        let plain = [card([seen(1)])]
        #expect(plan(plain, console: .halfTurn).targets[0].wish.orientation == .halfTurn)
        let told = [
            card([seen(1, "DSI-1", orientation: .quarterTurn), seen(2, masks: [0b10])], crtcs: [51, 52])
        ]
        let orientations = plan(told, console: .quarterTurn).targets.map { $0.wish.orientation }
        #expect(orientations == [.quarterTurn, .upright])
    }

    @Test("a fixed rotation counts more than what the panel says")
    func fixedRotation() {
        var preferences = DisplayPreferences()
        preferences.rotations = PerConnector(.fixed(.upright))
        let target = plan([card([seen(1, orientation: .quarterTurn)])], preferences: preferences).targets[0]
        #expect(target.wish.orientation == .upright)
    }

    // MARK: - CRTCs

    @Test("a display that waits for its plug keeps its CRTC")
    func heldCRTC() {
        let gone = seen(1, "HDMI-A-1", .disconnected, modes: [])
        let cards = [card([gone, seen(2, "HDMI-A-2", masks: [0b11])], crtcs: [51, 52])]
        #expect(plan(cards, lit: [lit(seen(1))], now: second).names(cards) == ["HDMI-A-2 52"])
    }

    @Test("a lit display moves to another CRTC when one more can be lit so")
    func litDisplayMoves() {
        let (first, second) = (seen(1, "HDMI-A-1", masks: [0b11]), seen(2, "HDMI-A-2", masks: [0b01]))
        let cards = [card([first, second], crtcs: [51, 52])]
        let plan = plan(cards, lit: [lit(first, crtc: 51)])
        #expect(plan.lost == [DiscoveryPlan.Loss(key: OutputKey(number: 1), isRelit: true)])
        #expect(plan.names(cards) == ["HDMI-A-1 52", "HDMI-A-2 51"])
    }

    @Test("more displays than CRTCs: those that are lit stay, the rest has no CRTC")
    func tooFewCRTCs() {
        let (first, second) = (seen(1, "HDMI-A-1"), seen(2, "HDMI-A-2"))
        let cards = [card([first, second])]
        let plan = plan(cards, lit: [lit(second, key: 2)])
        #expect(plan.lost.isEmpty)
        #expect(plan.names(cards) == ["HDMI-A-1 0"])
    }
}
