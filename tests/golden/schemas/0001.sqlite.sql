BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE assignment (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	comparison_id INTEGER NOT NULL, 
	person_id INTEGER, 
	occurrence INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	sequence INTEGER NOT NULL, 
	swapped BOOLEAN NOT NULL, 
	order_known BOOLEAN NOT NULL, 
	leased_until DATETIME, 
	first_shown_at DATETIME, 
	shown_at DATETIME, 
	skip_reason VARCHAR, 
	skip_comment VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_assignment PRIMARY KEY (id), 
	CONSTRAINT ck_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT ck_assignment_kind CHECK (kind IN ('regular', 'gold', 'repeat', 'training')), 
	CONSTRAINT ck_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other')), 
	CONSTRAINT ck_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT fk_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_assignment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT fk_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_assignment_comparison_id_person_id_occurrence UNIQUE (comparison_id, person_id, occurrence)
);
INSERT INTO "assignment" VALUES(1,1,1,2,0,'regular','done',1,1,1,NULL,'2026-03-02 09:00:40.000000','2026-03-02 09:00:40.000000',NULL,NULL,'2026-11-21 23:49:44.283146');
INSERT INTO "assignment" VALUES(2,1,2,2,0,'regular','done',2,1,1,NULL,'2026-03-02 09:01:40.000000','2026-03-02 09:01:40.000000',NULL,NULL,'2026-11-21 23:49:44.404117');
INSERT INTO "assignment" VALUES(3,1,3,2,0,'regular','done',3,0,1,NULL,'2026-03-02 09:02:40.000000','2026-03-02 09:02:40.000000',NULL,NULL,'2026-11-21 23:49:44.436764');
INSERT INTO "assignment" VALUES(4,1,4,2,0,'regular','skipped',4,1,1,'2026-03-02 09:33:20.000000','2026-03-02 09:03:40.000000','2026-03-02 09:03:40.000000','other','Uklart.','2026-11-21 23:49:44.464234');
INSERT INTO "assignment" VALUES(5,1,5,2,0,'regular','done',5,0,1,NULL,'2026-03-02 09:04:40.000000','2026-03-02 09:04:40.000000',NULL,NULL,'2026-11-21 23:49:44.479104');
INSERT INTO "assignment" VALUES(6,1,6,2,0,'regular','done',6,1,1,NULL,'2026-03-02 09:05:40.000000','2026-03-02 09:07:00.000000',NULL,NULL,'2026-11-21 23:49:44.517487');
INSERT INTO "assignment" VALUES(7,1,7,2,0,'regular','done',7,0,1,NULL,'2026-03-02 09:08:00.000000','2026-03-02 09:08:00.000000',NULL,NULL,'2026-11-21 23:49:44.618926');
INSERT INTO "assignment" VALUES(8,1,8,2,0,'regular','done',8,1,1,NULL,'2026-03-02 09:09:00.000000','2026-03-02 09:09:00.000000',NULL,NULL,'2026-11-21 23:49:44.635514');
INSERT INTO "assignment" VALUES(9,1,9,2,0,'regular','leased',9,0,1,'2026-03-02 09:39:40.000000','2026-03-02 09:10:00.000000','2026-03-02 09:10:00.000000',NULL,NULL,'2026-11-21 23:49:44.655803');
INSERT INTO "assignment" VALUES(10,1,1,3,0,'regular','done',1,0,1,NULL,'2026-03-02 09:10:40.000000','2026-03-02 09:10:40.000000',NULL,NULL,'2026-11-21 23:49:44.670696');
INSERT INTO "assignment" VALUES(11,1,2,3,0,'regular','done',2,1,1,NULL,'2026-03-02 09:11:40.000000','2026-03-02 09:11:40.000000',NULL,NULL,'2026-11-21 23:49:44.684348');
INSERT INTO "assignment" VALUES(12,1,3,3,0,'regular','done',3,0,1,NULL,'2026-03-02 09:12:40.000000','2026-03-02 09:12:40.000000',NULL,NULL,'2026-11-21 23:49:44.704530');
INSERT INTO "assignment" VALUES(13,1,4,3,0,'regular','skipped',4,0,1,'2026-03-02 09:43:20.000000','2026-03-02 09:13:40.000000','2026-03-02 09:13:40.000000','other','Uklart.','2026-11-21 23:49:44.747019');
INSERT INTO "assignment" VALUES(14,1,5,3,0,'regular','done',5,1,1,NULL,'2026-03-02 09:14:40.000000','2026-03-02 09:14:40.000000',NULL,NULL,'2026-11-21 23:49:44.760144');
INSERT INTO "assignment" VALUES(15,1,6,3,0,'regular','done',6,0,1,NULL,'2026-03-02 09:15:40.000000','2026-03-02 09:17:00.000000',NULL,NULL,'2026-11-21 23:49:44.792386');
INSERT INTO "assignment" VALUES(16,1,7,3,0,'regular','done',7,1,1,NULL,'2026-03-02 09:18:00.000000','2026-03-02 09:18:00.000000',NULL,NULL,'2026-11-21 23:49:44.851164');
INSERT INTO "assignment" VALUES(17,1,8,3,0,'regular','leased',8,1,1,'2026-03-02 09:48:40.000000','2026-03-02 09:19:00.000000','2026-03-02 09:19:00.000000',NULL,NULL,'2026-11-21 23:49:44.882860');
INSERT INTO "assignment" VALUES(18,1,4,4,0,'regular','done',1,0,1,NULL,'2026-03-02 09:19:40.000000','2026-03-02 09:19:40.000000',NULL,NULL,'2026-11-21 23:49:44.884614');
INSERT INTO "assignment" VALUES(19,1,9,4,0,'regular','done',2,0,1,NULL,'2026-03-02 09:20:40.000000','2026-03-02 09:20:40.000000',NULL,NULL,'2026-11-21 23:49:44.926346');
INSERT INTO "assignment" VALUES(20,1,10,4,0,'regular','done',3,1,1,NULL,'2026-03-02 09:21:40.000000','2026-03-02 09:21:40.000000',NULL,NULL,'2026-11-21 23:49:44.947837');
INSERT INTO "assignment" VALUES(21,1,11,4,0,'regular','skipped',4,0,1,'2026-03-02 09:52:20.000000','2026-03-02 09:22:40.000000','2026-03-02 09:22:40.000000','other','Uklart.','2026-11-21 23:49:44.967695');
INSERT INTO "assignment" VALUES(22,1,12,4,0,'regular','done',5,1,1,NULL,'2026-03-02 09:23:40.000000','2026-03-02 09:23:40.000000',NULL,NULL,'2026-11-21 23:49:44.990593');
INSERT INTO "assignment" VALUES(23,1,13,4,0,'regular','done',6,0,1,NULL,'2026-03-02 09:24:40.000000','2026-03-02 09:26:00.000000',NULL,NULL,'2026-11-21 23:49:45.027729');
INSERT INTO "assignment" VALUES(24,1,14,4,0,'regular','leased',7,1,1,'2026-03-02 09:56:40.000000','2026-03-02 09:27:00.000000','2026-03-02 09:27:00.000000',NULL,NULL,'2026-11-21 23:49:45.101970');
INSERT INTO "assignment" VALUES(25,2,25,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.618070');
INSERT INTO "assignment" VALUES(26,2,21,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.618079');
INSERT INTO "assignment" VALUES(27,2,23,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.618079');
INSERT INTO "assignment" VALUES(28,2,24,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.618080');
INSERT INTO "assignment" VALUES(29,2,22,NULL,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.619799');
INSERT INTO "assignment" VALUES(30,2,20,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.620222');
INSERT INTO "assignment" VALUES(31,2,24,5,1,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.620224');
CREATE TABLE campaign (
	id INTEGER NOT NULL, 
	slug VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_version VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	guideline_version VARCHAR NOT NULL, 
	text_view VARCHAR NOT NULL, 
	overlap INTEGER NOT NULL, 
	shared INTEGER NOT NULL, 
	shared_overlap INTEGER NOT NULL, 
	per_annotator INTEGER, 
	deadline DATETIME, 
	is_demo BOOLEAN NOT NULL, 
	settings JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_campaign PRIMARY KEY (id), 
	CONSTRAINT ck_campaign_status CHECK (status IN ('open', 'paused', 'closed')), 
	CONSTRAINT ck_campaign_text_view CHECK (text_view IN ('plain', 'formatted')), 
	CONSTRAINT ck_campaign_overlap CHECK (overlap >= 1), 
	CONSTRAINT uq_campaign_slug UNIQUE (slug)
);
INSERT INTO "campaign" VALUES(1,'trial','Campaign trial','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','1','plain',2,0,0,NULL,NULL,0,'{}','2026-11-21 23:49:43.695872');
INSERT INTO "campaign" VALUES(2,'imported','Campaign imported','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','1','plain',2,0,0,NULL,NULL,0,'{}','2026-11-21 23:49:45.103681');
CREATE TABLE comparison (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	first_response_id INTEGER NOT NULL, 
	second_response_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	round INTEGER NOT NULL, 
	overlap INTEGER NOT NULL, 
	shared BOOLEAN NOT NULL, 
	position INTEGER NOT NULL, 
	done INTEGER NOT NULL, 
	identical BOOLEAN NOT NULL, 
	gold_outcome VARCHAR, 
	gold_issue VARCHAR, 
	gold_explanation VARCHAR, 
	withdrawn_at DATETIME, 
	CONSTRAINT pk_comparison PRIMARY KEY (id), 
	CONSTRAINT ck_comparison_gold_has_outcome CHECK ((kind = 'gold') = (gold_outcome IS NOT NULL)), 
	CONSTRAINT ck_comparison_gold_outcome CHECK (gold_outcome IN ('first', 'second', 'tie')), 
	CONSTRAINT ck_comparison_kind CHECK (kind IN ('regular', 'gold')), 
	CONSTRAINT ck_comparison_two_responses CHECK (first_response_id <> second_response_id), 
	CONSTRAINT ck_comparison_counts CHECK (overlap >= 1 AND done >= 0), 
	CONSTRAINT fk_comparison_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_comparison_first_response_id_response FOREIGN KEY(first_response_id) REFERENCES response (id), 
	CONSTRAINT fk_comparison_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_comparison_second_response_id_response FOREIGN KEY(second_response_id) REFERENCES response (id), 
	CONSTRAINT uq_comparison_first_response_id_second_response_id UNIQUE (first_response_id, second_response_id)
);
INSERT INTO "comparison" VALUES(1,1,5,13,15,'regular',1,2,0,0,2,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(2,1,3,7,8,'regular',1,2,0,1,2,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(3,1,2,5,6,'regular',1,2,0,2,2,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(4,1,1,1,3,'regular',1,2,0,3,1,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(5,1,4,10,11,'regular',1,2,0,4,2,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(6,1,5,14,15,'regular',1,2,0,5,2,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(7,1,3,8,9,'regular',1,2,0,6,2,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(8,1,2,4,5,'regular',1,2,0,7,1,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(9,1,1,2,3,'regular',1,2,0,8,1,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(10,1,4,11,12,'regular',1,2,0,9,1,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(11,1,5,13,14,'regular',1,2,0,10,0,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(12,1,3,7,9,'regular',1,2,0,11,1,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(13,1,2,4,6,'regular',1,2,0,12,1,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(14,1,1,1,2,'regular',1,2,0,13,0,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(15,1,4,10,12,'regular',1,2,0,14,0,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(16,1,9,22,23,'gold',1,2,0,15,0,0,'first',NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(17,1,6,16,17,'gold',1,2,0,16,0,0,'first',NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(18,1,8,20,21,'gold',1,2,0,17,0,0,'first',NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(19,1,7,18,19,'gold',1,2,0,18,0,0,'first',NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(20,2,11,29,28,'regular',1,2,0,0,1,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(21,2,10,25,26,'regular',1,2,0,1,1,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(22,2,11,27,28,'regular',1,2,0,2,1,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(23,2,10,24,26,'regular',1,2,0,3,1,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(24,2,11,27,29,'regular',1,2,0,4,1,0,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(25,2,10,24,25,'regular',1,2,0,5,1,0,NULL,NULL,NULL,NULL);
CREATE TABLE judgment (
	id INTEGER NOT NULL, 
	assignment_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	live BOOLEAN NOT NULL, 
	choice VARCHAR, 
	outcome VARCHAR, 
	swapped BOOLEAN NOT NULL, 
	order_known BOOLEAN NOT NULL, 
	ranked BOOLEAN NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	comparison_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	first_system_id INTEGER, 
	second_system_id INTEGER, 
	person_id INTEGER, 
	imported BOOLEAN NOT NULL, 
	shown_at DATETIME, 
	decided_at DATETIME, 
	active_ms INTEGER, 
	layout VARCHAR, 
	text_view VARCHAR, 
	language VARCHAR, 
	prompt_opened BOOLEAN, 
	protocol_version VARCHAR, 
	protocol_hash VARCHAR, 
	guideline_version VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_judgment PRIMARY KEY (id), 
	CONSTRAINT ck_judgment_choice CHECK (choice IN ('A', 'B', 'tie')), 
	CONSTRAINT ck_judgment_layout CHECK (layout IN ('side_by_side', 'stacked')), 
	CONSTRAINT ck_judgment_outcome CHECK (outcome IN ('first', 'second', 'tie')), 
	CONSTRAINT ck_judgment_choice_has_outcome CHECK ((choice IS NULL) = (outcome IS NULL)), 
	CONSTRAINT ck_judgment_revision CHECK (revision >= 1), 
	CONSTRAINT fk_judgment_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_judgment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judgment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT fk_judgment_first_system_id_system FOREIGN KEY(first_system_id) REFERENCES system (id), 
	CONSTRAINT fk_judgment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_judgment_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_judgment_second_system_id_system FOREIGN KEY(second_system_id) REFERENCES system (id), 
	CONSTRAINT uq_judgment_assignment_id_revision UNIQUE (assignment_id, revision)
);
INSERT INTO "judgment" VALUES(1,1,1,1,'A','second',1,1,1,1,1,5,1,3,2,0,'2026-03-02 09:00:40.000000','2026-03-02 09:01:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.324870');
INSERT INTO "judgment" VALUES(2,2,1,1,'B','first',1,1,1,1,2,3,1,2,2,0,'2026-03-02 09:01:40.000000','2026-03-02 09:02:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.434299');
INSERT INTO "judgment" VALUES(3,3,1,1,'tie','tie',0,1,1,1,3,2,2,3,2,0,'2026-03-02 09:02:40.000000','2026-03-02 09:03:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.448643');
INSERT INTO "judgment" VALUES(4,5,1,1,'A','first',0,1,1,1,5,4,1,2,2,0,'2026-03-02 09:04:40.000000','2026-03-02 09:05:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.496263');
INSERT INTO "judgment" VALUES(5,6,1,0,'B','first',1,1,1,1,6,5,2,3,2,0,'2026-03-02 09:05:40.000000','2026-03-02 09:06:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.520886');
INSERT INTO "judgment" VALUES(6,6,2,0,NULL,NULL,1,1,1,1,6,5,2,3,2,0,'2026-03-02 09:05:40.000000','2026-03-02 09:06:20.000000',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.545983');
INSERT INTO "judgment" VALUES(7,6,3,1,'tie','tie',1,1,1,1,6,5,2,3,2,0,'2026-03-02 09:07:00.000000','2026-03-02 09:07:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.599777');
INSERT INTO "judgment" VALUES(8,7,1,1,'A','first',0,1,1,1,7,3,2,3,2,0,'2026-03-02 09:08:00.000000','2026-03-02 09:08:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.632882');
INSERT INTO "judgment" VALUES(9,8,1,1,'A','second',1,1,1,1,8,2,1,2,2,0,'2026-03-02 09:09:00.000000','2026-03-02 09:09:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.650271');
INSERT INTO "judgment" VALUES(10,10,1,1,'B','second',0,1,1,1,1,5,1,3,3,0,'2026-03-02 09:10:40.000000','2026-03-02 09:11:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.681367');
INSERT INTO "judgment" VALUES(11,11,1,1,'tie','tie',1,1,1,1,2,3,1,2,3,0,'2026-03-02 09:11:40.000000','2026-03-02 09:12:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.701892');
INSERT INTO "judgment" VALUES(12,12,1,1,'A','first',0,1,1,1,3,2,2,3,3,0,'2026-03-02 09:12:40.000000','2026-03-02 09:13:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.730927');
INSERT INTO "judgment" VALUES(13,14,1,1,'B','first',1,1,1,1,5,4,1,2,3,0,'2026-03-02 09:14:40.000000','2026-03-02 09:15:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.789545');
INSERT INTO "judgment" VALUES(14,15,1,0,'tie','tie',0,1,1,1,6,5,2,3,3,0,'2026-03-02 09:15:40.000000','2026-03-02 09:16:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.800244');
INSERT INTO "judgment" VALUES(15,15,2,0,NULL,NULL,0,1,1,1,6,5,2,3,3,0,'2026-03-02 09:15:40.000000','2026-03-02 09:16:20.000000',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.815132');
INSERT INTO "judgment" VALUES(16,15,3,1,'A','first',0,1,1,1,6,5,2,3,3,0,'2026-03-02 09:17:00.000000','2026-03-02 09:17:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.836256');
INSERT INTO "judgment" VALUES(17,16,1,1,'A','second',1,1,1,1,7,3,2,3,3,0,'2026-03-02 09:18:00.000000','2026-03-02 09:18:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.870977');
INSERT INTO "judgment" VALUES(18,18,1,1,'tie','tie',0,1,1,1,4,1,1,3,4,0,'2026-03-02 09:19:40.000000','2026-03-02 09:20:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.915431');
INSERT INTO "judgment" VALUES(19,19,1,1,'A','first',0,1,1,1,9,1,2,3,4,0,'2026-03-02 09:20:40.000000','2026-03-02 09:21:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.928697');
INSERT INTO "judgment" VALUES(20,20,1,1,'A','second',1,1,1,1,10,4,2,3,4,0,'2026-03-02 09:21:40.000000','2026-03-02 09:22:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.962678');
INSERT INTO "judgment" VALUES(21,22,1,1,'tie','tie',1,1,1,1,12,3,1,3,4,0,'2026-03-02 09:23:40.000000','2026-03-02 09:24:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:44.992659');
INSERT INTO "judgment" VALUES(22,23,1,0,'A','first',0,1,1,1,13,2,1,3,4,0,'2026-03-02 09:24:40.000000','2026-03-02 09:25:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:45.038645');
INSERT INTO "judgment" VALUES(23,23,2,0,NULL,NULL,0,1,1,1,13,2,1,3,4,0,'2026-03-02 09:24:40.000000','2026-03-02 09:25:20.000000',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:45.049405');
INSERT INTO "judgment" VALUES(24,23,3,1,'A','first',0,1,1,1,13,2,1,3,4,0,'2026-03-02 09:26:00.000000','2026-03-02 09:26:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1','2026-11-21 23:49:45.086727');
INSERT INTO "judgment" VALUES(25,25,1,1,'A','first',0,1,1,2,25,10,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.620581');
INSERT INTO "judgment" VALUES(26,26,1,1,'tie','tie',0,1,1,2,21,10,8,9,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.620587');
INSERT INTO "judgment" VALUES(27,27,1,1,'A','second',1,1,1,2,23,10,7,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.620592');
INSERT INTO "judgment" VALUES(28,28,1,1,'B','second',0,1,1,2,24,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.620596');
INSERT INTO "judgment" VALUES(29,29,1,1,'B','second',0,1,1,2,22,11,7,9,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.620600');
INSERT INTO "judgment" VALUES(30,30,1,1,'A','second',1,1,1,2,20,11,8,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.620604');
INSERT INTO "judgment" VALUES(31,31,1,1,'A','first',0,1,0,2,24,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:49:45.620607');
CREATE TABLE link (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_link PRIMARY KEY (id), 
	CONSTRAINT fk_link_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_link_token_hash UNIQUE (token_hash)
);
INSERT INTO "link" VALUES(1,1,'b2824408d77d38984eda17c0140bef090a358ff590f88b87be128809b8cf56a3','2026-11-21 23:49:44.125734',NULL);
INSERT INTO "link" VALUES(2,2,'2d0e95cce4d4cd4ff7e9e955b20e2f7e6cf903fd77378c90090e8e3d3936aa64','2026-11-21 23:49:44.157571',NULL);
INSERT INTO "link" VALUES(3,3,'68a69ec76a8535fd61ec4f2149cca03fd796df3815b74d1d9e334238e6f2d9af','2026-11-21 23:49:44.171497',NULL);
INSERT INTO "link" VALUES(4,4,'d118bcb03d853efad912d3781d099841134005373742bc16ff2cae824346f66e','2026-11-21 23:49:44.203628',NULL);
CREATE TABLE membership (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER, 
	role VARCHAR NOT NULL, 
	CONSTRAINT pk_membership PRIMARY KEY (id), 
	CONSTRAINT ck_membership_role CHECK (role IN ('annotator', 'lead', 'researcher')), 
	CONSTRAINT fk_membership_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_membership_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "membership" VALUES(1,1,1,'lead');
INSERT INTO "membership" VALUES(2,2,1,'annotator');
INSERT INTO "membership" VALUES(3,3,1,'annotator');
INSERT INTO "membership" VALUES(4,4,1,'annotator');
CREATE TABLE person (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	language VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_person PRIMARY KEY (id), 
	CONSTRAINT ck_person_kind CHECK (kind IN ('human', 'judge', 'simulated')), 
	CONSTRAINT uq_person_name UNIQUE (name)
);
INSERT INTO "person" VALUES(1,'Lise','human',NULL,'2026-11-21 23:49:44.119933');
INSERT INTO "person" VALUES(2,'Kari','human',NULL,'2026-11-21 23:49:44.152698');
INSERT INTO "person" VALUES(3,'Ola','human',NULL,'2026-11-21 23:49:44.170957');
INSERT INTO "person" VALUES(4,'Per','human',NULL,'2026-11-21 23:49:44.203105');
INSERT INTO "person" VALUES(5,'Ada','human',NULL,'2026-11-21 23:49:45.474384');
INSERT INTO "person" VALUES(6,'Bo','human',NULL,'2026-11-21 23:49:45.474392');
CREATE TABLE prompt (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	external_id VARCHAR, 
	kind VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	written_standard VARCHAR, 
	category VARCHAR, 
	document VARCHAR, 
	reference VARCHAR, 
	source_language VARCHAR, 
	target_language VARCHAR, 
	meta JSON, 
	CONSTRAINT pk_prompt PRIMARY KEY (id), 
	CONSTRAINT ck_prompt_kind CHECK (kind IN ('regular', 'gold')), 
	CONSTRAINT ck_prompt_written_standard CHECK (written_standard IN ('nb', 'nn')), 
	CONSTRAINT fk_prompt_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_prompt_campaign_id_key UNIQUE (campaign_id, "key")
);
INSERT INTO "prompt" VALUES(1,1,'p0','p0','regular','Oppgave 0','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(2,1,'p1','p1','regular','Oppgave 1','nn','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(3,1,'p2','p2','regular','Oppgave 2','nb','news',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(4,1,'p3','p3','regular','Oppgave 3','nn','news',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(5,1,'p4','p4','regular','Oppgave 4','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(6,1,'gold:text:da2b6f4ca3d068ec',NULL,'gold','Kontroll 0',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(7,1,'gold:text:344b40a5c28bc32b',NULL,'gold','Kontroll 1',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(8,1,'gold:text:c97bce6eb5333302',NULL,'gold','Kontroll 2',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(9,1,'gold:text:12deb7a01b6f95e8',NULL,'gold','Kontroll 3',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(10,2,'text:62accd7fd67903c2',NULL,'regular','Skriv om havet.',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(11,2,'text:eab32344e61b9f9f',NULL,'regular','Skriv om fjellet.',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE rating (
	id INTEGER NOT NULL, 
	rating_assignment_id INTEGER NOT NULL, 
	criterion VARCHAR NOT NULL, 
	revision INTEGER NOT NULL, 
	live BOOLEAN NOT NULL, 
	value INTEGER, 
	not_applicable BOOLEAN NOT NULL, 
	explanation VARCHAR, 
	decided_at DATETIME, 
	active_ms INTEGER, 
	language VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (id), 
	CONSTRAINT ck_rating_value_or_na CHECK (NOT (not_applicable AND value IS NOT NULL)), 
	CONSTRAINT fk_rating_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT uq_rating_rating_assignment_id_criterion_revision UNIQUE (rating_assignment_id, criterion, revision)
);
CREATE TABLE rating_assignment (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	response_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_version VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	leased_until DATETIME, 
	shown_at DATETIME, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_rating_assignment PRIMARY KEY (id), 
	CONSTRAINT ck_rating_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT fk_rating_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_rating_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_rating_assignment_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT uq_rating_assignment_response_id_person_id_protocol_key UNIQUE (response_id, person_id, protocol_key)
);
CREATE TABLE response (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	system_id INTEGER, 
	text VARCHAR, 
	meta JSON, 
	withdrawn_at DATETIME, 
	CONSTRAINT pk_response PRIMARY KEY (id), 
	CONSTRAINT fk_response_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_response_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_response_system_id_system FOREIGN KEY(system_id) REFERENCES system (id), 
	CONSTRAINT uq_response_prompt_id_system_id UNIQUE (prompt_id, system_id)
);
INSERT INTO "response" VALUES(1,1,1,1,'Dette er svar 132598cb6387.','null',NULL);
INSERT INTO "response" VALUES(2,1,1,2,'Dette er svar 2372d3bd995f.','null',NULL);
INSERT INTO "response" VALUES(3,1,1,3,'Dette er svar 92b27607d001.','null',NULL);
INSERT INTO "response" VALUES(4,1,2,1,'Dette er svar 2fd2c1bbbfad.','null',NULL);
INSERT INTO "response" VALUES(5,1,2,2,'Dette er svar f8347c095598.','null',NULL);
INSERT INTO "response" VALUES(6,1,2,3,'Dette er svar 9098e92e220a.','null',NULL);
INSERT INTO "response" VALUES(7,1,3,1,'Dette er svar 33dc7d9656ba.','null',NULL);
INSERT INTO "response" VALUES(8,1,3,2,'Dette er svar 68754bf24ff4.','null',NULL);
INSERT INTO "response" VALUES(9,1,3,3,'Dette er svar 6b66737100fe.','null',NULL);
INSERT INTO "response" VALUES(10,1,4,1,'Dette er svar d2b20af82786.','null',NULL);
INSERT INTO "response" VALUES(11,1,4,2,'Dette er svar 6a465759ea66.','null',NULL);
INSERT INTO "response" VALUES(12,1,4,3,'Dette er svar 5e7085fba481.','null',NULL);
INSERT INTO "response" VALUES(13,1,5,1,'Dette er svar a49a93211cea.','null',NULL);
INSERT INTO "response" VALUES(14,1,5,2,'Dette er svar 754cc3e0f65c.','null',NULL);
INSERT INTO "response" VALUES(15,1,5,3,'Dette er svar 3bdc2442daa4.','null',NULL);
INSERT INTO "response" VALUES(16,1,6,NULL,'Teksten 0 er god.',NULL,NULL);
INSERT INTO "response" VALUES(17,1,6,NULL,'Teksten 0 god er.',NULL,NULL);
INSERT INTO "response" VALUES(18,1,7,NULL,'Teksten 1 er god.',NULL,NULL);
INSERT INTO "response" VALUES(19,1,7,NULL,'Teksten 1 god er.',NULL,NULL);
INSERT INTO "response" VALUES(20,1,8,NULL,'Teksten 2 er god.',NULL,NULL);
INSERT INTO "response" VALUES(21,1,8,NULL,'Teksten 2 god er.',NULL,NULL);
INSERT INTO "response" VALUES(22,1,9,NULL,'Teksten 3 er god.',NULL,NULL);
INSERT INTO "response" VALUES(23,1,9,NULL,'Teksten 3 god er.',NULL,NULL);
INSERT INTO "response" VALUES(24,2,10,7,'Havet er blått.','null',NULL);
INSERT INTO "response" VALUES(25,2,10,8,'Havet er stort.','null',NULL);
INSERT INTO "response" VALUES(26,2,10,9,'Sjøen er djup.','null',NULL);
INSERT INTO "response" VALUES(27,2,11,7,'Fjellet er høgt.','null',NULL);
INSERT INTO "response" VALUES(28,2,11,9,'Berget er grått.','null',NULL);
INSERT INTO "response" VALUES(29,2,11,8,'Fjellet er bratt.','null',NULL);
CREATE TABLE sign_in (
	id INTEGER NOT NULL, 
	session_hash VARCHAR NOT NULL, 
	person_id INTEGER NOT NULL, 
	link_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_sign_in PRIMARY KEY (id), 
	CONSTRAINT fk_sign_in_link_id_link FOREIGN KEY(link_id) REFERENCES link (id), 
	CONSTRAINT fk_sign_in_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_sign_in_session_hash UNIQUE (session_hash)
);
INSERT INTO "sign_in" VALUES(1,'103ac88cf56de3f9b05c01295c8fa2828d76faefdb6b2082806ef3a2027f24db',1,1,'2026-11-21 23:49:44.150536',NULL);
INSERT INTO "sign_in" VALUES(2,'6af9159f218f71baa2470e3411162c7c184dca8c2d400b62672bbe988510fb7c',2,2,'2026-11-21 23:49:44.159470',NULL);
INSERT INTO "sign_in" VALUES(3,'859db9fcd94188fc00414e18b3a5dcbb67149e0810edc221d9492544a5ee6b91',3,3,'2026-11-21 23:49:44.172719',NULL);
INSERT INTO "sign_in" VALUES(4,'8e2e1fa116f61b975130779af44857f15974126ee75394fdb8edf94409e963d1',4,4,'2026-11-21 23:49:44.204801',NULL);
CREATE TABLE system (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	CONSTRAINT pk_system PRIMARY KEY (id), 
	CONSTRAINT fk_system_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_system_campaign_id_name UNIQUE (campaign_id, name)
);
INSERT INTO "system" VALUES(1,1,'alfa-modell');
INSERT INTO "system" VALUES(2,1,'bravo-modell');
INSERT INTO "system" VALUES(3,1,'charlie-modell');
INSERT INTO "system" VALUES(4,2,'alfa-modell');
INSERT INTO "system" VALUES(5,2,'bravo-modell');
INSERT INTO "system" VALUES(6,2,'charlie-modell');
INSERT INTO "system" VALUES(7,2,'alfa');
INSERT INTO "system" VALUES(8,2,'bravo');
INSERT INTO "system" VALUES(9,2,'charlie');
CREATE UNIQUE INDEX uq_link_live ON link (person_id) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX uq_membership_campaign ON membership (person_id, campaign_id, role) WHERE campaign_id IS NOT NULL;
CREATE UNIQUE INDEX uq_membership_everywhere ON membership (person_id, role) WHERE campaign_id IS NULL;
CREATE INDEX ix_response_campaign_id ON response (campaign_id);
CREATE INDEX ix_sign_in_person_id ON sign_in (person_id);
CREATE INDEX ix_comparison_campaign ON comparison (campaign_id, kind, identical, overlap, done);
CREATE INDEX ix_comparison_open ON comparison (campaign_id, position) WHERE done < overlap AND kind = 'regular' AND identical = false AND withdrawn_at IS NULL;
CREATE INDEX ix_comparison_prompt ON comparison (prompt_id);
CREATE INDEX ix_rating_assignment_person ON rating_assignment (campaign_id, person_id, status);
CREATE INDEX ix_assignment_person ON assignment (campaign_id, person_id, status, sequence);
CREATE UNIQUE INDEX uq_rating_live ON rating (rating_assignment_id, criterion) WHERE live;
CREATE INDEX ix_judgment_person ON judgment (campaign_id, person_id, id);
CREATE INDEX ix_judgment_ranking ON judgment (campaign_id, first_system_id, second_system_id, outcome, swapped, order_known, person_id, prompt_id) WHERE live AND ranked AND outcome IS NOT NULL;
CREATE UNIQUE INDEX uq_judgment_live ON judgment (assignment_id) WHERE live;
COMMIT;
