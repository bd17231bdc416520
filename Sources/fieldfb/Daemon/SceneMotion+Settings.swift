import FieldCore

extension SceneMotion {
    /// The owner of a panel that is there because a setting says so.
    private static let settingOwner = Array("setting Panel".utf8)

    /// Who wants the panel, settings apart.
    var clientsOfPanel: [[UInt8]] { panelOwners.filter { $0 != SceneMotion.settingOwner } }

    /// Whether a panel that a setting wants was taken away by a client.
    func lacksPanel(of settings: Settings) -> Bool {
        settings.hasPanel && !panelOwners.contains(SceneMotion.settingOwner)
    }

    /// Takes over what settings say.
    mutating func follow(_ settings: Settings, from former: Settings) {
        setSpeeds(settings.field)
        progressMovesField = settings.scene.progress.movesField
        panelHoldsField = settings.scene.panel.blur > 0
        setPanelTimes(settings.panelTimes)
        if settings.progress != former.progress { setProgress(settings.progress, mayFall: true) }
        guard settings.hasPanel != former.hasPanel else { return }
        if settings.hasPanel {
            _ = showPanel(SceneMotion.settingOwner)
        } else {
            hidePanel(SceneMotion.settingOwner)
        }
    }
}
