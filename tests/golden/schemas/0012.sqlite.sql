BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0012');
CREATE TABLE arrival (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	source VARCHAR, 
	parameters JSON NOT NULL, 
	platform_person VARCHAR, 
	arrived_at DATETIME NOT NULL, 
	ended VARCHAR, 
	ended_at DATETIME, 
	CONSTRAINT pk_arrival PRIMARY KEY (id), 
	CONSTRAINT fk_arrival_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_arrival_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_arrival_person_id_campaign_id UNIQUE (person_id, campaign_id), 
	CONSTRAINT uq_arrival_campaign_id_platform_person UNIQUE (campaign_id, platform_person), 
	CONSTRAINT ck_arrival_ended CHECK (ended IN ('completed', 'screened_out', 'full', 'withdrawn')), 
	CONSTRAINT ck_arrival_ended_at CHECK ((ended IS NULL) = (ended_at IS NULL))
);
INSERT INTO "arrival" VALUES(1,3,1,'poster','{"PROLIFIC_PID": "p1"}','p1','2026-11-28 06:20:26.528371',NULL,NULL);
CREATE TABLE "assignment" (
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
	skipped_at DATETIME, 
	asks_reasons BOOLEAN DEFAULT 0 NOT NULL, 
	qualification_id INTEGER, skip_settled_at DATETIME, 
	CONSTRAINT pk_assignment PRIMARY KEY (id), 
	CONSTRAINT fk_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT ck_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other')), 
	CONSTRAINT ck_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT ck_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT fk_assignment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT uq_assignment_comparison_id_person_id_occurrence UNIQUE (comparison_id, person_id, occurrence), 
	CONSTRAINT fk_assignment_qualification_id_qualification FOREIGN KEY(qualification_id) REFERENCES qualification (id), 
	CONSTRAINT ck_assignment_kind CHECK (kind IN ('regular', 'gold', 'repeat', 'training', 'test'))
);
INSERT INTO "assignment" VALUES(1,1,3,2,0,'regular','done',1,0,1,NULL,'2026-03-02 09:11:20.000000','2026-03-02 09:11:20.000000',NULL,NULL,'2026-11-28 06:20:17.560339',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(2,1,14,2,0,'regular','done',2,0,1,NULL,'2026-03-02 09:13:20.000000','2026-03-02 09:13:20.000000',NULL,NULL,'2026-11-28 06:20:17.716709',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(3,1,9,2,0,'regular','done',3,1,1,NULL,'2026-03-02 09:15:20.000000','2026-03-02 09:15:20.000000',NULL,NULL,'2026-11-28 06:20:17.824640',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(4,1,4,2,0,'regular','skipped',4,1,1,'2026-03-02 09:47:20.000000','2026-03-02 09:17:20.000000','2026-03-02 09:17:20.000000','other','Uklart.','2026-11-28 06:20:17.882885','2026-03-02 09:18:00.000000',0,NULL,NULL);
INSERT INTO "assignment" VALUES(5,1,18,2,0,'gold','done',5,0,1,NULL,'2026-03-02 09:18:40+00:00','2026-03-02 09:18:40+00:00',NULL,NULL,'2026-11-28 06:20:17.949514+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(6,1,11,2,0,'regular','done',6,0,1,NULL,'2026-03-02 09:20:40+00:00','2026-03-02 09:22:00.000000',NULL,NULL,'2026-11-28 06:20:17.982865+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(7,1,17,2,0,'gold','done',7,1,1,NULL,'2026-03-02 09:24:40+00:00','2026-03-02 09:24:40+00:00',NULL,NULL,'2026-11-28 06:20:19.345085+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(8,1,2,2,0,'regular','done',8,0,1,NULL,'2026-03-02 09:26:40+00:00','2026-03-02 09:26:40+00:00',NULL,NULL,'2026-11-28 06:20:19.381215+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(9,1,13,2,0,'regular','leased',9,1,1,'2026-03-02 09:58:40+00:00','2026-03-02 09:28:40+00:00','2026-03-02 09:28:40+00:00',NULL,NULL,'2026-11-28 06:20:19.432926+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(10,1,3,3,0,'regular','done',1,0,1,NULL,'2026-03-02 09:29:20+00:00','2026-03-02 09:29:20+00:00',NULL,NULL,'2026-11-28 06:20:19.433856+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(11,1,14,3,0,'regular','done',2,1,1,NULL,'2026-03-02 09:31:20+00:00','2026-03-02 09:31:20+00:00',NULL,NULL,'2026-11-28 06:20:19.517896+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(12,1,9,3,0,'regular','done',3,0,1,NULL,'2026-03-02 09:33:20+00:00','2026-03-02 09:33:20+00:00',NULL,NULL,'2026-11-28 06:20:19.618348+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(13,1,17,3,0,'gold','skipped',4,1,1,'2026-03-02 10:05:20+00:00','2026-03-02 09:35:20+00:00','2026-03-02 09:35:20+00:00','other','Uklart.','2026-11-28 06:20:19.621871+00:00','2026-03-02 09:36:00.000000',0,NULL,NULL);
INSERT INTO "assignment" VALUES(14,1,4,3,0,'regular','done',5,0,1,NULL,'2026-03-02 09:36:40+00:00','2026-03-02 09:36:40+00:00',NULL,NULL,'2026-11-28 06:20:19.641486+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(15,1,11,3,0,'regular','done',6,0,1,NULL,'2026-03-02 09:38:40+00:00','2026-03-02 09:40:00.000000',NULL,NULL,'2026-11-28 06:20:19.668251+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(16,1,19,3,0,'gold','done',7,1,1,NULL,'2026-03-02 09:42:40+00:00','2026-03-02 09:42:40+00:00',NULL,NULL,'2026-11-28 06:20:19.770500+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(17,1,2,3,0,'regular','leased',8,0,1,'2026-03-02 10:14:40+00:00','2026-03-02 09:44:40+00:00','2026-03-02 09:44:40+00:00',NULL,NULL,'2026-11-28 06:20:19.780061+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(18,1,17,4,0,'gold','done',1,0,1,NULL,'2026-03-02 09:45:20+00:00','2026-03-02 09:45:20+00:00',NULL,NULL,'2026-11-28 06:20:19.780974+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(19,1,4,4,0,'regular','done',2,1,1,NULL,'2026-03-02 09:47:20+00:00','2026-03-02 09:47:20+00:00',NULL,NULL,'2026-11-28 06:20:19.804162+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(20,1,13,4,0,'regular','done',3,1,1,NULL,'2026-03-02 09:49:20+00:00','2026-03-02 09:49:20+00:00',NULL,NULL,'2026-11-28 06:20:19.815556+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(21,1,8,4,0,'regular','skipped',4,1,1,'2026-03-02 10:21:20+00:00','2026-03-02 09:51:20+00:00','2026-03-02 09:51:20+00:00','other','Uklart.','2026-11-28 06:20:19.834383+00:00','2026-03-02 09:52:00.000000',0,NULL,NULL);
INSERT INTO "assignment" VALUES(22,1,10,4,0,'regular','done',5,0,1,NULL,'2026-03-02 09:52:40+00:00','2026-03-02 09:52:40+00:00',NULL,NULL,'2026-11-28 06:20:19.835963+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(23,1,1,4,0,'regular','done',6,0,1,NULL,'2026-03-02 09:54:40+00:00','2026-03-02 09:56:00.000000',NULL,NULL,'2026-11-28 06:20:19.843445+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(24,1,5,4,0,'regular','released',7,0,1,'2026-03-02 10:28:40+00:00','2026-03-02 09:58:40+00:00','2026-03-02 09:58:40+00:00',NULL,NULL,'2026-11-28 06:20:19.889973+00:00',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(25,2,20,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.716476',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(26,2,22,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.716483',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(27,2,21,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.716483',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(28,2,24,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.716484',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(29,2,23,NULL,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.717495',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(30,2,25,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.717717',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(31,2,24,5,1,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.717718',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(32,1,1,8,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:26.281873',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(33,1,1,8,1,'repeat','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:26.367506',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(34,1,2,8,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:26.410217',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(35,1,2,8,1,'repeat','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:26.413167',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(36,1,3,8,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:26.468672',NULL,0,NULL,NULL);
INSERT INTO "assignment" VALUES(37,1,3,8,1,'repeat','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:26.480492',NULL,0,NULL,NULL);
CREATE TABLE "campaign" (
	id INTEGER NOT NULL, 
	slug VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_version VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	text_view VARCHAR NOT NULL, 
	overlap INTEGER NOT NULL, 
	shared INTEGER NOT NULL, 
	shared_overlap INTEGER NOT NULL, 
	per_annotator INTEGER, 
	deadline DATETIME, 
	is_demo BOOLEAN NOT NULL, 
	settings JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	clarifications INTEGER DEFAULT '0' NOT NULL, guideline_edition INTEGER DEFAULT '0' NOT NULL, headings JSON, 
	CONSTRAINT pk_campaign PRIMARY KEY (id), 
	CONSTRAINT uq_campaign_slug UNIQUE (slug), 
	CONSTRAINT ck_campaign_overlap CHECK (overlap >= 1), 
	CONSTRAINT ck_campaign_text_view CHECK (text_view IN ('plain', 'formatted')), 
	CONSTRAINT ck_campaign_status CHECK (status IN ('draft', 'open', 'paused', 'closed', 'archived'))
);
INSERT INTO "campaign" VALUES(1,'trial','Campaign trial','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{"gold_share": 0.2, "training": 0, "test": 0, "letter": {"responsible": "Oss", "contact": "oss@example.org", "pay": "Ingen"}}','2026-11-28 06:20:16.137847',1,0,NULL);
INSERT INTO "campaign" VALUES(2,'imported','Campaign imported','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{}','2026-11-28 06:20:20.057564',0,0,NULL);
INSERT INTO "campaign" VALUES(3,'rated','Campaign rated','open','adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{}','2026-11-28 06:20:20.996162',0,0,NULL);
CREATE TABLE clarification (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	question_id INTEGER, 
	published_by INTEGER, 
	published_at DATETIME NOT NULL, 
	CONSTRAINT pk_clarification PRIMARY KEY (id), 
	CONSTRAINT fk_clarification_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_clarification_published_by_person FOREIGN KEY(published_by) REFERENCES person (id), 
	CONSTRAINT fk_clarification_question_id_question FOREIGN KEY(question_id) REFERENCES question (id), 
	CONSTRAINT uq_clarification_campaign_id_number UNIQUE (campaign_id, number)
);
INSERT INTO "clarification" VALUES(1,1,1,'Slik er det.',NULL,1,'2026-03-02 09:08:40.000000');
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
	withdrawn_at DATETIME, anchor_round INTEGER, gold_marks JSON, 
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
INSERT INTO "comparison" VALUES(1,1,1,1,2,'regular',1,2,0,10,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(2,1,1,1,3,'regular',1,2,0,5,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(3,1,1,2,3,'regular',1,2,0,0,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(4,1,2,4,5,'regular',1,2,0,3,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(5,1,2,4,6,'regular',1,2,0,8,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(6,1,2,5,6,'regular',1,2,0,13,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(7,1,3,7,8,'regular',1,2,0,12,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(8,1,3,7,9,'regular',1,2,0,7,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(9,1,3,8,9,'regular',1,2,0,2,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(10,1,4,10,11,'regular',1,2,0,9,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(11,1,4,10,12,'regular',1,2,0,4,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(12,1,4,11,12,'regular',1,2,0,14,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(13,1,5,13,14,'regular',1,2,0,6,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(14,1,5,13,15,'regular',1,2,0,1,2,0,NULL,NULL,NULL,'2026-03-02 10:01:20.000000',NULL,NULL);
INSERT INTO "comparison" VALUES(15,1,5,14,15,'regular',1,2,0,11,0,0,NULL,NULL,NULL,'2026-03-02 10:01:20.000000',NULL,NULL);
INSERT INTO "comparison" VALUES(16,1,6,16,17,'gold',1,2,0,15,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(17,1,7,18,19,'gold',1,2,0,18,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(18,1,8,20,21,'gold',1,2,0,16,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(19,1,9,22,23,'gold',1,2,0,17,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(20,2,10,24,25,'regular',1,2,0,2,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(21,2,10,24,26,'regular',1,2,0,4,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(22,2,10,25,26,'regular',1,2,0,0,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(23,2,11,27,28,'regular',1,2,0,1,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(24,2,11,27,29,'regular',1,2,0,5,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(25,2,11,29,28,'regular',1,2,0,3,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE consent (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	letter_version VARCHAR NOT NULL, 
	letter_hash VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	given_at DATETIME NOT NULL, 
	withdrawn_at DATETIME, 
	CONSTRAINT pk_consent PRIMARY KEY (id), 
	CONSTRAINT fk_consent_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_consent_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "consent" VALUES(1,2,1,'1.1.0','cfb307f750cf94b9780548cdf1378b74bf9d3897be015d8fae5a17914dd16748','nb','2026-03-02 09:03:40.000000',NULL);
INSERT INTO "consent" VALUES(2,3,1,'1.1.0','cfb307f750cf94b9780548cdf1378b74bf9d3897be015d8fae5a17914dd16748','nb','2026-03-02 09:04:40.000000',NULL);
INSERT INTO "consent" VALUES(3,4,1,'1.1.0','cfb307f750cf94b9780548cdf1378b74bf9d3897be015d8fae5a17914dd16748','nb','2026-03-02 09:05:40.000000',NULL);
CREATE TABLE desk_action (
	id INTEGER NOT NULL, 
	uuid VARCHAR NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	assignment_id INTEGER, 
	rating_assignment_id INTEGER, 
	revision INTEGER, 
	done_at DATETIME NOT NULL, 
	read_until DATETIME, 
	undone BOOLEAN NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_desk_action PRIMARY KEY (id), 
	CONSTRAINT ck_desk_action_about_one CHECK (assignment_id IS NULL OR rating_assignment_id IS NULL), 
	CONSTRAINT fk_desk_action_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_desk_action_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_desk_action_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_desk_action_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT uq_desk_action_campaign_id_person_id_uuid UNIQUE (campaign_id, person_id, uuid)
);
INSERT INTO "desk_action" VALUES(1,'2b0fb63c-fc17-4381-9511-5589196c73ef',1,2,'choose',1,NULL,1,'2026-03-02 09:12:00.000000','2026-03-02 09:12:00.000000',0,'2026-11-28 06:20:17.629085');
INSERT INTO "desk_action" VALUES(2,'9503b2ba-edb1-4e67-bcec-dbbad6d73414',1,2,'explain',1,NULL,1,'2026-03-02 09:12:40.000000','2026-03-02 09:12:00.000000',0,'2026-11-28 06:20:17.715148');
INSERT INTO "desk_action" VALUES(3,'8beb1b44-c598-40af-8445-97c519d9875a',1,2,'choose',2,NULL,1,'2026-03-02 09:14:00.000000','2026-03-02 09:14:00.000000',0,'2026-11-28 06:20:17.749767');
INSERT INTO "desk_action" VALUES(4,'34ace931-453e-4774-8a79-0e689b1952b5',1,2,'explain',2,NULL,1,'2026-03-02 09:14:40.000000','2026-03-02 09:14:00.000000',0,'2026-11-28 06:20:17.799129');
INSERT INTO "desk_action" VALUES(5,'d929a9f2-1ed1-4f17-834b-77f35b3f78a1',1,2,'choose',3,NULL,1,'2026-03-02 09:16:00+00:00','2026-03-02 09:16:00+00:00',0,'2026-11-28 06:20:17.855376+00:00');
INSERT INTO "desk_action" VALUES(6,'ef8ea108-1dbc-41b0-ad7c-83cb8b33584c',1,2,'explain',3,NULL,1,'2026-03-02 09:16:40+00:00','2026-03-02 09:16:00+00:00',0,'2026-11-28 06:20:17.871540+00:00');
INSERT INTO "desk_action" VALUES(7,'aa39a1cc-6705-493b-a622-43bed1a23367',1,2,'skip',4,NULL,0,'2026-03-02 09:18:00+00:00','2026-03-02 09:17:20+00:00',0,'2026-11-28 06:20:17.885451+00:00');
INSERT INTO "desk_action" VALUES(8,'dd24323a-e895-4b61-a1af-4b417cb0547e',1,2,'choose',5,NULL,1,'2026-03-02 09:19:20+00:00','2026-03-02 09:19:20+00:00',0,'2026-11-28 06:20:17.968139+00:00');
INSERT INTO "desk_action" VALUES(9,'8f238c92-0556-426d-8f35-7662f50469bd',1,2,'explain',5,NULL,1,'2026-03-02 09:20:00+00:00','2026-03-02 09:19:20+00:00',0,'2026-11-28 06:20:17.969579+00:00');
INSERT INTO "desk_action" VALUES(10,'b16a7e20-14b4-4600-ada7-56882d4a5837',1,2,'choose',6,NULL,1,'2026-03-02 09:21:20+00:00','2026-03-02 09:21:20+00:00',1,'2026-11-28 06:20:17.984235+00:00');
INSERT INTO "desk_action" VALUES(11,'0b875d79-f249-4856-b679-ed83e1e871d1',1,2,'undo',6,NULL,1,'2026-03-02 09:22:00+00:00','2026-03-02 09:21:20+00:00',0,'2026-11-28 06:20:18.013862+00:00');
INSERT INTO "desk_action" VALUES(12,'851c6c21-c6e3-422b-8003-536298c11f4c',1,2,'choose',6,NULL,3,'2026-03-02 09:23:20+00:00','2026-03-02 09:23:20+00:00',0,'2026-11-28 06:20:19.321914+00:00');
INSERT INTO "desk_action" VALUES(13,'0c387763-5b3a-4d42-9d3c-ac6d0bf993e2',1,2,'explain',6,NULL,3,'2026-03-02 09:24:00+00:00','2026-03-02 09:23:20+00:00',0,'2026-11-28 06:20:19.343947+00:00');
INSERT INTO "desk_action" VALUES(14,'02533640-0b50-4960-986c-7ce957aa0451',1,2,'choose',7,NULL,1,'2026-03-02 09:25:20+00:00','2026-03-02 09:25:20+00:00',0,'2026-11-28 06:20:19.378537+00:00');
INSERT INTO "desk_action" VALUES(15,'b477a859-632e-46c4-9807-3b77062b9db6',1,2,'explain',7,NULL,1,'2026-03-02 09:26:00+00:00','2026-03-02 09:25:20+00:00',0,'2026-11-28 06:20:19.380312+00:00');
INSERT INTO "desk_action" VALUES(16,'751bde65-2c70-4b18-8961-21b47a4a078e',1,2,'choose',8,NULL,1,'2026-03-02 09:27:20+00:00','2026-03-02 09:27:20+00:00',0,'2026-11-28 06:20:19.430095+00:00');
INSERT INTO "desk_action" VALUES(17,'9568c6ff-0353-4326-aeb0-3c9bf7de8bce',1,2,'explain',8,NULL,1,'2026-03-02 09:28:00+00:00','2026-03-02 09:27:20+00:00',0,'2026-11-28 06:20:19.432028+00:00');
INSERT INTO "desk_action" VALUES(18,'723751cf-2ee8-4361-b26d-b0c9ed0a2dd9',1,3,'choose',10,NULL,1,'2026-03-02 09:30:00+00:00','2026-03-02 09:30:00+00:00',0,'2026-11-28 06:20:19.515718+00:00');
INSERT INTO "desk_action" VALUES(19,'0d065d84-68c9-4221-b506-39daf34f487d',1,3,'explain',10,NULL,1,'2026-03-02 09:30:40+00:00','2026-03-02 09:30:00+00:00',0,'2026-11-28 06:20:19.517124+00:00');
INSERT INTO "desk_action" VALUES(20,'d02b4d85-5eb4-4c01-975b-e445b5c33bbf',1,3,'choose',11,NULL,1,'2026-03-02 09:32:00+00:00','2026-03-02 09:32:00+00:00',0,'2026-11-28 06:20:19.595300+00:00');
INSERT INTO "desk_action" VALUES(21,'36cad0c6-7715-4e96-8f10-2e4503b1d4d8',1,3,'explain',11,NULL,1,'2026-03-02 09:32:40+00:00','2026-03-02 09:32:00+00:00',0,'2026-11-28 06:20:19.597350+00:00');
INSERT INTO "desk_action" VALUES(22,'f413c711-d388-465f-9132-ce70a9128703',1,3,'choose',12,NULL,1,'2026-03-02 09:34:00+00:00','2026-03-02 09:34:00+00:00',0,'2026-11-28 06:20:19.619625+00:00');
INSERT INTO "desk_action" VALUES(23,'83dd7da9-b6df-4f33-b59c-8f600882ecbe',1,3,'explain',12,NULL,1,'2026-03-02 09:34:40+00:00','2026-03-02 09:34:00+00:00',0,'2026-11-28 06:20:19.620952+00:00');
INSERT INTO "desk_action" VALUES(24,'08b70c93-9460-42b0-9dce-5f852eafae16',1,3,'skip',13,NULL,0,'2026-03-02 09:36:00+00:00','2026-03-02 09:35:20+00:00',0,'2026-11-28 06:20:19.640744+00:00');
INSERT INTO "desk_action" VALUES(25,'8cdf7138-8334-425d-805f-a96be1e224df',1,3,'choose',14,NULL,1,'2026-03-02 09:37:20+00:00','2026-03-02 09:37:20+00:00',0,'2026-11-28 06:20:19.665907+00:00');
INSERT INTO "desk_action" VALUES(26,'48f28a65-b7e5-422f-81b7-4080bc273dcc',1,3,'explain',14,NULL,1,'2026-03-02 09:38:00+00:00','2026-03-02 09:37:20+00:00',0,'2026-11-28 06:20:19.667419+00:00');
INSERT INTO "desk_action" VALUES(27,'88a2436a-784f-47e4-b2e5-9f16fa88b049',1,3,'choose',15,NULL,1,'2026-03-02 09:39:20+00:00','2026-03-02 09:39:20+00:00',1,'2026-11-28 06:20:19.669116+00:00');
INSERT INTO "desk_action" VALUES(28,'c67ca4fd-7cd2-4f9a-a06e-25bafe77f92e',1,3,'undo',15,NULL,1,'2026-03-02 09:40:00+00:00','2026-03-02 09:39:20+00:00',0,'2026-11-28 06:20:19.704375+00:00');
INSERT INTO "desk_action" VALUES(29,'068b3199-b548-4304-a78a-f841af5ce666',1,3,'choose',15,NULL,3,'2026-03-02 09:41:20+00:00','2026-03-02 09:41:20+00:00',0,'2026-11-28 06:20:19.716281+00:00');
INSERT INTO "desk_action" VALUES(30,'fed17f34-03a3-49ff-aec9-c736eae510d4',1,3,'explain',15,NULL,3,'2026-03-02 09:42:00+00:00','2026-03-02 09:41:20+00:00',0,'2026-11-28 06:20:19.745396+00:00');
INSERT INTO "desk_action" VALUES(31,'8cdd1aaa-4457-4bd5-8ce0-c6562369ad56',1,3,'choose',16,NULL,1,'2026-03-02 09:43:20+00:00','2026-03-02 09:43:20+00:00',0,'2026-11-28 06:20:19.771925+00:00');
INSERT INTO "desk_action" VALUES(32,'1c6150b6-bda7-42d4-a39a-5dc34352d0b2',1,3,'explain',16,NULL,1,'2026-03-02 09:44:00+00:00','2026-03-02 09:43:20+00:00',0,'2026-11-28 06:20:19.779187+00:00');
INSERT INTO "desk_action" VALUES(33,'08c01378-5ea3-45da-ac48-306195495d1b',1,4,'choose',18,NULL,1,'2026-03-02 09:46:00+00:00','2026-03-02 09:46:00+00:00',0,'2026-11-28 06:20:19.781756+00:00');
INSERT INTO "desk_action" VALUES(34,'01b330a4-d662-49c6-8f6e-ce93d1f2c139',1,4,'explain',18,NULL,1,'2026-03-02 09:46:40+00:00','2026-03-02 09:46:00+00:00',0,'2026-11-28 06:20:19.803355+00:00');
INSERT INTO "desk_action" VALUES(35,'089d7015-c73d-47f8-996a-de360342c239',1,4,'choose',19,NULL,1,'2026-03-02 09:48:00+00:00','2026-03-02 09:48:00+00:00',0,'2026-11-28 06:20:19.805024+00:00');
INSERT INTO "desk_action" VALUES(36,'61b77746-8db2-41b4-a79e-59be864be577',1,4,'explain',19,NULL,1,'2026-03-02 09:48:40+00:00','2026-03-02 09:48:00+00:00',0,'2026-11-28 06:20:19.814751+00:00');
INSERT INTO "desk_action" VALUES(37,'9b2daa6f-60e1-4fdc-9338-61e1fc843b43',1,4,'choose',20,NULL,1,'2026-03-02 09:50:00+00:00','2026-03-02 09:50:00+00:00',0,'2026-11-28 06:20:19.816412+00:00');
INSERT INTO "desk_action" VALUES(38,'d96fa33e-178c-4a7b-86d3-ac640d833824',1,4,'explain',20,NULL,1,'2026-03-02 09:50:40+00:00','2026-03-02 09:50:00+00:00',0,'2026-11-28 06:20:19.817489+00:00');
INSERT INTO "desk_action" VALUES(39,'88767f09-6548-42cd-a759-de0727ecc60d',1,4,'skip',21,NULL,0,'2026-03-02 09:52:00+00:00','2026-03-02 09:51:20+00:00',0,'2026-11-28 06:20:19.835288+00:00');
INSERT INTO "desk_action" VALUES(40,'adf35d16-b1f4-4869-8e33-451e4fbeaae8',1,4,'choose',22,NULL,1,'2026-03-02 09:53:20+00:00','2026-03-02 09:53:20+00:00',0,'2026-11-28 06:20:19.836795+00:00');
INSERT INTO "desk_action" VALUES(41,'6d2fc35d-b525-478f-a766-4af5eed42cc0',1,4,'explain',22,NULL,1,'2026-03-02 09:54:00+00:00','2026-03-02 09:53:20+00:00',0,'2026-11-28 06:20:19.842584+00:00');
INSERT INTO "desk_action" VALUES(42,'9b969bad-5a5e-4af6-aceb-6c4635fbd210',1,4,'choose',23,NULL,1,'2026-03-02 09:55:20+00:00','2026-03-02 09:55:20+00:00',1,'2026-11-28 06:20:19.852823+00:00');
INSERT INTO "desk_action" VALUES(43,'69199feb-da09-4820-814d-a571e59bb56e',1,4,'undo',23,NULL,1,'2026-03-02 09:56:00+00:00','2026-03-02 09:55:20+00:00',0,'2026-11-28 06:20:19.858780+00:00');
INSERT INTO "desk_action" VALUES(44,'f6a2cac9-de08-4c03-80a7-2a633eace9b9',1,4,'choose',23,NULL,3,'2026-03-02 09:57:20+00:00','2026-03-02 09:57:20+00:00',0,'2026-11-28 06:20:19.860351+00:00');
INSERT INTO "desk_action" VALUES(45,'8c261275-27f5-43e4-970e-5ad011b809e9',1,4,'explain',23,NULL,3,'2026-03-02 09:58:00+00:00','2026-03-02 09:57:20+00:00',0,'2026-11-28 06:20:19.861575+00:00');
INSERT INTO "desk_action" VALUES(46,'5520b062-232a-4ce8-96b0-9eb8a308516f',3,7,'rate',NULL,1,1,'2026-03-02 10:03:20+00:00','2026-03-02 10:03:20+00:00',0,'2026-11-28 06:20:21.666660+00:00');
INSERT INTO "desk_action" VALUES(47,'40a7ee72-5fb4-4723-8467-79eaec482cfd',3,7,'rate',NULL,2,1,'2026-03-02 10:04:40+00:00','2026-03-02 10:04:40+00:00',0,'2026-11-28 06:20:21.740040+00:00');
INSERT INTO "desk_action" VALUES(48,'f444777c-1922-4d87-b154-1bb0f72a75ef',3,7,'rate',NULL,3,1,'2026-03-02 10:06:00+00:00','2026-03-02 10:06:00+00:00',1,'2026-11-28 06:20:21.806061+00:00');
INSERT INTO "desk_action" VALUES(49,'2e52035b-27af-420f-9ba6-5f8a1a1db80a',3,7,'undo',NULL,3,1,'2026-03-02 10:06:40+00:00','2026-03-02 10:06:00+00:00',0,'2026-11-28 06:20:21.823350+00:00');
INSERT INTO "desk_action" VALUES(50,'da5b34e4-50f5-4c97-a13d-fc483e3b49ca',3,7,'rate',NULL,3,3,'2026-03-02 10:08:00+00:00','2026-03-02 10:08:00+00:00',0,'2026-11-28 06:20:21.883203+00:00');
CREATE TABLE event (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER, 
	deed VARCHAR NOT NULL, 
	about JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (id), 
	CONSTRAINT fk_event_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_event_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "event" VALUES(1,1,NULL,'gold_imported','{"file": "gold.jsonl", "rows": 4, "prompts": 4, "gold": 4}','2026-11-28 06:20:16.715704');
INSERT INTO "event" VALUES(2,1,1,'question_answered','{"question": 1}','2026-11-28 06:20:17.437706');
INSERT INTO "event" VALUES(3,1,1,'clarification_published','{"number": 1}','2026-11-28 06:20:17.489380');
INSERT INTO "event" VALUES(4,1,1,'person_excluded','{"person": 4, "reason": "For rask.", "put_back": true}','2026-11-28 06:20:19.973439');
INSERT INTO "event" VALUES(5,1,1,'message_sent','{"person": 2, "message": 1}','2026-11-28 06:20:20.029280');
INSERT INTO "event" VALUES(6,1,1,'token_created','{"name": "loop"}','2026-11-28 06:20:20.043554');
INSERT INTO "event" VALUES(7,1,1,'response_withdrawn','{"response": 15, "comparisons": 2}','2026-11-28 06:20:20.057026');
INSERT INTO "event" VALUES(8,2,NULL,'judgments_imported','{"file": "old.csv", "rows": 7, "prompts": 2, "systems": 3, "responses": 6, "comparisons": 6, "judgments": 7}','2026-11-28 06:20:20.794805');
CREATE TABLE exclusion (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	reason VARCHAR NOT NULL, 
	put_back BOOLEAN NOT NULL, 
	made_by INTEGER, 
	made_at DATETIME NOT NULL, 
	lifted_by INTEGER, 
	lifted_at DATETIME, 
	CONSTRAINT pk_exclusion PRIMARY KEY (id), 
	CONSTRAINT fk_exclusion_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_exclusion_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_exclusion_made_by_person FOREIGN KEY(made_by) REFERENCES person (id), 
	CONSTRAINT fk_exclusion_lifted_by_person FOREIGN KEY(lifted_by) REFERENCES person (id)
);
INSERT INTO "exclusion" VALUES(1,1,4,'For rask.',1,1,'2026-03-02 09:59:20.000000',NULL,NULL);
CREATE TABLE guideline_edition (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	texts JSON NOT NULL, 
	published_by INTEGER, 
	published_at DATETIME NOT NULL, 
	CONSTRAINT pk_guideline_edition PRIMARY KEY (id), 
	CONSTRAINT fk_guideline_edition_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_guideline_edition_published_by_person FOREIGN KEY(published_by) REFERENCES person (id), 
	CONSTRAINT uq_guideline_edition_campaign_id_number UNIQUE (campaign_id, number)
);
CREATE TABLE guideline_reading (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	version VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	acknowledged BOOLEAN NOT NULL, 
	opened_at DATETIME NOT NULL, 
	closed_at DATETIME, 
	CONSTRAINT pk_guideline_reading PRIMARY KEY (id), 
	CONSTRAINT fk_guideline_reading_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_guideline_reading_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "guideline_reading" VALUES(1,2,1,'1.2+1','nb',1,'2026-03-02 09:09:20.000000','2026-03-02 09:09:20.000000');
INSERT INTO "guideline_reading" VALUES(2,3,1,'1.2+1','nb',1,'2026-03-02 09:10:00.000000','2026-03-02 09:10:00.000000');
INSERT INTO "guideline_reading" VALUES(3,4,1,'1.2+1','nb',1,'2026-03-02 09:10:40.000000','2026-03-02 09:10:40.000000');
CREATE TABLE hours_note (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	day VARCHAR NOT NULL, 
	minutes INTEGER, 
	text VARCHAR NOT NULL, 
	written_at DATETIME NOT NULL, 
	CONSTRAINT pk_hours_note PRIMARY KEY (id), 
	CONSTRAINT ck_hours_note_minutes CHECK (minutes BETWEEN 0 AND 1440), 
	CONSTRAINT fk_hours_note_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_hours_note_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "hours_note" VALUES(1,2,1,'2026-03-02',30,'Pause','2026-03-02 09:06:20.000000');
CREATE TABLE job (
	id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	campaign_id INTEGER, 
	asked_by INTEGER, 
	about JSON NOT NULL, 
	state VARCHAR NOT NULL, 
	due_at DATETIME NOT NULL, 
	lease VARCHAR, 
	leased_until DATETIME, 
	attempts INTEGER NOT NULL, 
	done INTEGER, 
	total INTEGER, 
	outcome JSON, 
	created_at DATETIME NOT NULL, 
	started_at DATETIME, 
	ended_at DATETIME, 
	CONSTRAINT pk_job PRIMARY KEY (id), 
	CONSTRAINT ck_job_state CHECK (state IN ('waiting', 'running', 'paused', 'done', 'failed', 'stopped')), 
	CONSTRAINT ck_job_lease CHECK ((lease IS NULL) = (leased_until IS NULL)), 
	CONSTRAINT fk_job_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_job_asked_by_person FOREIGN KEY(asked_by) REFERENCES person (id)
);
CREATE TABLE judge_lease (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	word VARCHAR NOT NULL, 
	leased_until DATETIME NOT NULL, 
	CONSTRAINT pk_judge_lease PRIMARY KEY (id), 
	CONSTRAINT fk_judge_lease_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judge_lease_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_judge_lease_campaign_id_person_id UNIQUE (campaign_id, person_id)
);
CREATE TABLE judge_reply (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	request_hash VARCHAR NOT NULL, 
	about JSON NOT NULL, 
	criterion VARCHAR, 
	attempt INTEGER NOT NULL, 
	status VARCHAR NOT NULL, 
	text VARCHAR, 
	error VARCHAR, 
	prompt_tokens INTEGER, 
	completion_tokens INTEGER, 
	created_at DATETIME NOT NULL, reasoning VARCHAR, refusal VARCHAR, finish_reason VARCHAR, usage JSON, body VARCHAR, kept INTEGER, 
	CONSTRAINT pk_judge_reply PRIMARY KEY (id), 
	CONSTRAINT ck_judge_reply_status CHECK (status IN ('ok', 'malformed', 'failed')), 
	CONSTRAINT ck_judge_reply_attempt CHECK (attempt >= 1), 
	CONSTRAINT ck_judge_reply_reply_has_text CHECK ((status = 'failed') = (text IS NULL)), 
	CONSTRAINT fk_judge_reply_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judge_reply_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_judge_reply_person_id_request_hash_attempt UNIQUE (person_id, request_hash, attempt)
);
INSERT INTO "judge_reply" VALUES(1,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000000','{"comparison": 1, "swapped": false}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "judge_reply" VALUES(2,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000001','{"comparison": 1, "swapped": true}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "judge_reply" VALUES(3,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000002','{"comparison": 2, "swapped": true}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "judge_reply" VALUES(4,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000003','{"comparison": 2, "swapped": false}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "judge_reply" VALUES(5,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000004','{"comparison": 3, "swapped": true}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,NULL,NULL,NULL,1);
INSERT INTO "judge_reply" VALUES(6,1,8,'norwegian_fluency','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','0000000000000000000000000000000000000000000000000000000000000005','{"comparison": 3, "swapped": false}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,NULL,NULL,NULL,1);
CREATE TABLE judge_setting (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_version VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	host VARCHAR NOT NULL, 
	model VARCHAR NOT NULL, 
	model_revision VARCHAR, 
	temperature DOUBLE, 
	seed INTEGER, 
	reply_format VARCHAR, 
	reply_schema JSON, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_judge_setting PRIMARY KEY (id), 
	CONSTRAINT ck_judge_setting_reply_format CHECK (reply_format IN ('json_schema', 'json_object', 'plain')), 
	CONSTRAINT fk_judge_setting_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judge_setting_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_judge_setting_campaign_id_person_id_protocol_key UNIQUE (campaign_id, person_id, protocol_key)
);
CREATE TABLE "judgment" (
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
	late BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_judgment PRIMARY KEY (id), 
	CONSTRAINT fk_judgment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judgment_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_judgment_first_system_id_system FOREIGN KEY(first_system_id) REFERENCES system (id), 
	CONSTRAINT ck_judgment_choice CHECK (choice IN ('A', 'B', 'tie')), 
	CONSTRAINT fk_judgment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_judgment_assignment_id_revision UNIQUE (assignment_id, revision), 
	CONSTRAINT ck_judgment_outcome CHECK (outcome IN ('first', 'second', 'tie')), 
	CONSTRAINT fk_judgment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT ck_judgment_revision CHECK (revision >= 1), 
	CONSTRAINT fk_judgment_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT ck_judgment_choice_has_outcome CHECK ((choice IS NULL) = (outcome IS NULL)), 
	CONSTRAINT fk_judgment_second_system_id_system FOREIGN KEY(second_system_id) REFERENCES system (id), 
	CONSTRAINT ck_judgment_layout CHECK (layout IN ('side_by_side', 'stacked', 'switched'))
);
INSERT INTO "judgment" VALUES(1,1,1,1,'A','first',0,1,1,1,3,1,2,3,2,0,'2026-03-02 09:11:20.000000','2026-03-02 09:12:00.000000',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:17.627135',0);
INSERT INTO "judgment" VALUES(2,2,1,1,'B','second',0,1,1,1,14,5,1,3,2,0,'2026-03-02 09:13:20.000000','2026-03-02 09:14:00.000000',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:17.717834',0);
INSERT INTO "judgment" VALUES(3,3,1,1,'tie','tie',1,1,1,1,9,3,2,3,2,0,'2026-03-02 09:15:20.000000','2026-03-02 09:16:00.000000',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:17.854992',0);
INSERT INTO "judgment" VALUES(4,5,1,1,'A','first',0,1,0,1,18,8,NULL,NULL,2,0,'2026-03-02 09:18:40.000000','2026-03-02 09:19:20.000000',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:17.967193',0);
INSERT INTO "judgment" VALUES(5,6,1,0,'B','second',0,1,1,1,11,4,1,3,2,0,'2026-03-02 09:20:40+00:00','2026-03-02 09:21:20+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:17.983783+00:00',0);
INSERT INTO "judgment" VALUES(6,6,2,0,NULL,NULL,0,1,1,1,11,4,1,3,2,0,'2026-03-02 09:20:40+00:00','2026-03-02 09:22:00+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:17.984910+00:00',0);
INSERT INTO "judgment" VALUES(7,6,3,1,'tie','tie',0,1,1,1,11,4,1,3,2,0,'2026-03-02 09:22:00+00:00','2026-03-02 09:23:20+00:00',80000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.321594+00:00',0);
INSERT INTO "judgment" VALUES(8,7,1,1,'A','second',1,1,0,1,17,7,NULL,NULL,2,0,'2026-03-02 09:24:40+00:00','2026-03-02 09:25:20+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.345905+00:00',0);
INSERT INTO "judgment" VALUES(9,8,1,1,'A','first',0,1,1,1,2,1,1,3,2,0,'2026-03-02 09:26:40+00:00','2026-03-02 09:27:20+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.429528+00:00',0);
INSERT INTO "judgment" VALUES(10,10,1,1,'B','second',0,1,1,1,3,1,2,3,3,0,'2026-03-02 09:29:20+00:00','2026-03-02 09:30:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.515442+00:00',0);
INSERT INTO "judgment" VALUES(11,11,1,1,'tie','tie',1,1,1,1,14,5,1,3,3,0,'2026-03-02 09:31:20+00:00','2026-03-02 09:32:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.577677+00:00',0);
INSERT INTO "judgment" VALUES(12,12,1,1,'A','first',0,1,1,1,9,3,2,3,3,0,'2026-03-02 09:33:20+00:00','2026-03-02 09:34:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.619394+00:00',0);
INSERT INTO "judgment" VALUES(13,14,1,1,'B','second',0,1,1,1,4,2,1,2,3,0,'2026-03-02 09:36:40+00:00','2026-03-02 09:37:20+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.665628+00:00',0);
INSERT INTO "judgment" VALUES(14,15,1,0,'tie','tie',0,1,1,1,11,4,1,3,3,0,'2026-03-02 09:38:40+00:00','2026-03-02 09:39:20+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.668937+00:00',0);
INSERT INTO "judgment" VALUES(15,15,2,0,NULL,NULL,0,1,1,1,11,4,1,3,3,0,'2026-03-02 09:38:40+00:00','2026-03-02 09:40:00+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.702199+00:00',0);
INSERT INTO "judgment" VALUES(16,15,3,1,'A','first',0,1,1,1,11,4,1,3,3,0,'2026-03-02 09:40:00+00:00','2026-03-02 09:41:20+00:00',80000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.715707+00:00',0);
INSERT INTO "judgment" VALUES(17,16,1,1,'A','second',1,1,0,1,19,9,NULL,NULL,3,0,'2026-03-02 09:42:40+00:00','2026-03-02 09:43:20+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.771704+00:00',0);
INSERT INTO "judgment" VALUES(18,18,1,1,'tie','tie',0,1,0,1,17,7,NULL,NULL,4,0,'2026-03-02 09:45:20+00:00','2026-03-02 09:46:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.781587+00:00',0);
INSERT INTO "judgment" VALUES(19,19,1,1,'A','second',1,1,1,1,4,2,1,2,4,0,'2026-03-02 09:47:20+00:00','2026-03-02 09:48:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.804835+00:00',0);
INSERT INTO "judgment" VALUES(20,20,1,1,'A','second',1,1,1,1,13,5,1,2,4,0,'2026-03-02 09:49:20+00:00','2026-03-02 09:50:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.816229+00:00',0);
INSERT INTO "judgment" VALUES(21,22,1,1,'tie','tie',0,1,1,1,10,4,1,2,4,0,'2026-03-02 09:52:40+00:00','2026-03-02 09:53:20+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.836608+00:00',0);
INSERT INTO "judgment" VALUES(22,23,1,0,'A','first',0,1,1,1,1,1,1,2,4,0,'2026-03-02 09:54:40+00:00','2026-03-02 09:55:20+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.852618+00:00',0);
INSERT INTO "judgment" VALUES(23,23,2,0,NULL,NULL,0,1,1,1,1,1,1,2,4,0,'2026-03-02 09:54:40+00:00','2026-03-02 09:56:00+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.858191+00:00',0);
INSERT INTO "judgment" VALUES(24,23,3,1,'A','first',0,1,1,1,1,1,1,2,4,0,'2026-03-02 09:56:00+00:00','2026-03-02 09:57:20+00:00',80000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.2+1','2026-11-28 06:20:19.860169+00:00',0);
INSERT INTO "judgment" VALUES(25,25,1,1,'A','first',0,1,1,2,20,10,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.738048',0);
INSERT INTO "judgment" VALUES(26,26,1,1,'tie','tie',0,1,1,2,22,10,8,9,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.738059',0);
INSERT INTO "judgment" VALUES(27,27,1,1,'A','second',1,1,1,2,21,10,7,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.738063',0);
INSERT INTO "judgment" VALUES(28,28,1,1,'B','second',0,1,1,2,24,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.738066',0);
INSERT INTO "judgment" VALUES(29,29,1,1,'B','second',0,1,1,2,23,11,7,9,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.738068',0);
INSERT INTO "judgment" VALUES(30,30,1,1,'A','second',1,1,1,2,25,11,8,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.738070',0);
INSERT INTO "judgment" VALUES(31,31,1,1,'A','first',0,1,0,2,24,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-28 06:20:20.738073',0);
INSERT INTO "judgment" VALUES(32,32,1,1,'A','first',0,1,1,1,1,1,1,2,8,0,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.2+1','2026-11-28 06:20:26.335581',0);
INSERT INTO "judgment" VALUES(33,33,1,1,'B','first',1,1,0,1,1,1,1,2,8,0,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.2+1','2026-11-28 06:20:26.368262',0);
INSERT INTO "judgment" VALUES(34,34,1,1,'A','second',1,1,1,1,2,1,1,3,8,0,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.2+1','2026-11-28 06:20:26.410975',0);
INSERT INTO "judgment" VALUES(35,35,1,1,'B','second',0,1,0,1,2,1,1,3,8,0,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.2+1','2026-11-28 06:20:26.413753',0);
INSERT INTO "judgment" VALUES(36,36,1,1,'A','second',1,1,1,1,3,1,2,3,8,0,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.2+1','2026-11-28 06:20:26.478378',0);
INSERT INTO "judgment" VALUES(37,37,1,1,'B','second',0,1,0,1,3,1,2,3,8,0,NULL,'2026-03-02 10:08:20.000000',NULL,NULL,'plain',NULL,NULL,'1.1','f84cf08a646fceac18c76683c5adb018ac36d13fe228e03596bca9bf68f85b7b','1.2+1','2026-11-28 06:20:26.480948',0);
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
INSERT INTO "link" VALUES(1,1,'1be16db4af96c11f3eb04cd56874a8aa5ef172e513892cdb5d2a47b37285e139','2026-11-28 06:20:16.765640',NULL);
INSERT INTO "link" VALUES(2,2,'396b5a15477917fff2fa0287bcff21341b5a759dd2de9e386eac5331e8637d01','2026-11-28 06:20:16.790739',NULL);
INSERT INTO "link" VALUES(3,3,'447777ca60c8db6dad6e32248bb92398a6449c2fe9b911b111e71c9ea6a867b9','2026-11-28 06:20:16.792517',NULL);
INSERT INTO "link" VALUES(4,4,'fdfec548625ecb14835d8180a2dbc33f69b42be17cc799b711d48a0b4c033d50','2026-11-28 06:20:16.801602',NULL);
INSERT INTO "link" VALUES(5,7,'624339edb4417d370363f8620447fd58bdeeaafea5c72c3a34eec08266a3068d','2026-11-28 06:20:21.120521',NULL);
CREATE TABLE link_offer (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	mail_id INTEGER NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	until DATETIME NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_link_offer PRIMARY KEY (id), 
	CONSTRAINT fk_link_offer_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_link_offer_mail_id_mail FOREIGN KEY(mail_id) REFERENCES mail (id), 
	CONSTRAINT uq_link_offer_token_hash UNIQUE (token_hash)
);
CREATE TABLE loaded_file (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	size INTEGER, 
	rows INTEGER NOT NULL, 
	added JSON NOT NULL, 
	about JSON NOT NULL, 
	loaded_by INTEGER, 
	program VARCHAR, 
	loaded_at DATETIME NOT NULL, 
	CONSTRAINT pk_loaded_file PRIMARY KEY (id), 
	CONSTRAINT ck_loaded_file_kind CHECK (kind IN ('responses', 'comparisons', 'gold', 'judgments', 'ratings')), 
	CONSTRAINT fk_loaded_file_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_loaded_file_loaded_by_person FOREIGN KEY(loaded_by) REFERENCES person (id)
);
INSERT INTO "loaded_file" VALUES(1,1,'gold','gold.jsonl',388,4,'{"prompts": 4, "gold": 4}','{"loaded_file": [], "comparison": [16, 19], "response": [16, 23], "prompt": [6, 9]}',NULL,NULL,'2026-11-28 06:20:16.727474');
INSERT INTO "loaded_file" VALUES(2,2,'judgments','old.csv',582,7,'{"prompts": 2, "systems": 3, "responses": 6, "comparisons": 6, "judgments": 7}','{"loaded_file": [], "comparison": [20, 25], "response": [24, 29], "system": [7, 9], "prompt": [10, 11]}',NULL,NULL,'2026-11-28 06:20:20.820308');
CREATE TABLE mail (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	language VARCHAR, 
	asked_by INTEGER, 
	state VARCHAR NOT NULL, 
	answer VARCHAR, 
	queued_at DATETIME NOT NULL, 
	sent_at DATETIME, 
	CONSTRAINT pk_mail PRIMARY KEY (id), 
	CONSTRAINT ck_mail_kind CHECK (kind IN ('invitation', 'reminder', 'summary', 'link')), 
	CONSTRAINT ck_mail_state CHECK (state IN ('waiting', 'sending', 'sent', 'refused', 'dropped')), 
	CONSTRAINT fk_mail_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_mail_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_mail_asked_by_person FOREIGN KEY(asked_by) REFERENCES person (id), 
	CONSTRAINT uq_mail_key UNIQUE ("key")
);
CREATE TABLE mail_address (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	address VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	stop_key VARCHAR NOT NULL, 
	stopped_at DATETIME, 
	time_zone VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_mail_address PRIMARY KEY (id), 
	CONSTRAINT fk_mail_address_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_mail_address_person_id UNIQUE (person_id), 
	CONSTRAINT uq_mail_address_stop_key UNIQUE (stop_key)
);
CREATE TABLE mail_plan (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	sending BOOLEAN NOT NULL, 
	reminders BOOLEAN NOT NULL, 
	summaries BOOLEAN NOT NULL, 
	time_zone VARCHAR, 
	changed_at DATETIME NOT NULL, 
	CONSTRAINT pk_mail_plan PRIMARY KEY (id), 
	CONSTRAINT fk_mail_plan_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_mail_plan_campaign_id UNIQUE (campaign_id)
);
CREATE TABLE "membership" (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER, 
	role VARCHAR NOT NULL, 
	written_standard VARCHAR, 
	CONSTRAINT pk_membership PRIMARY KEY (id), 
	CONSTRAINT ck_membership_role CHECK (role IN ('annotator', 'lead', 'researcher')), 
	CONSTRAINT fk_membership_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_membership_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT ck_membership_written_standard CHECK (written_standard IN ('nb', 'nn'))
);
INSERT INTO "membership" VALUES(1,1,1,'lead',NULL);
INSERT INTO "membership" VALUES(2,2,1,'annotator',NULL);
INSERT INTO "membership" VALUES(3,3,1,'annotator',NULL);
INSERT INTO "membership" VALUES(4,4,1,'annotator',NULL);
INSERT INTO "membership" VALUES(5,7,3,'annotator',NULL);
CREATE TABLE message (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	sent_by INTEGER, 
	sent_at DATETIME NOT NULL, 
	read_at DATETIME, 
	CONSTRAINT pk_message PRIMARY KEY (id), 
	CONSTRAINT fk_message_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_message_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_message_sent_by_person FOREIGN KEY(sent_by) REFERENCES person (id)
);
INSERT INTO "message" VALUES(1,1,2,'Takk!',1,'2026-03-02 10:00:20.000000',NULL);
CREATE TABLE pause (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	made_by INTEGER, 
	made_at DATETIME NOT NULL, 
	lifted_by INTEGER, 
	lifted_at DATETIME, 
	CONSTRAINT pk_pause PRIMARY KEY (id), 
	CONSTRAINT fk_pause_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_pause_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_pause_made_by_person FOREIGN KEY(made_by) REFERENCES person (id), 
	CONSTRAINT fk_pause_lifted_by_person FOREIGN KEY(lifted_by) REFERENCES person (id)
);
CREATE TABLE "person" (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	language VARCHAR, 
	created_at DATETIME NOT NULL, 
	text_size INTEGER DEFAULT '100' NOT NULL, 
	first_standard VARCHAR, 
	dialect_area VARCHAR, 
	CONSTRAINT pk_person PRIMARY KEY (id), 
	CONSTRAINT uq_person_name UNIQUE (name), 
	CONSTRAINT ck_person_kind CHECK (kind IN ('human', 'judge', 'simulated')), 
	CONSTRAINT ck_person_first_standard CHECK (first_standard IN ('nb', 'nn', 'both', 'neither')), 
	CONSTRAINT ck_person_dialect_area CHECK (dialect_area IN ('east', 'south', 'west', 'trondelag', 'north', 'mixed')), 
	CONSTRAINT ck_person_text_size CHECK (text_size BETWEEN 80 AND 200)
);
INSERT INTO "person" VALUES(1,'Lise','human',NULL,'2026-11-28 06:20:16.764852',100,NULL,NULL);
INSERT INTO "person" VALUES(2,'Kari','human',NULL,'2026-11-28 06:20:16.790427',100,'nb','west');
INSERT INTO "person" VALUES(3,'Ola','human',NULL,'2026-11-28 06:20:16.792316',100,'nb','west');
INSERT INTO "person" VALUES(4,'Per','human',NULL,'2026-11-28 06:20:16.793843',100,'nb','west');
INSERT INTO "person" VALUES(5,'Ada','human',NULL,'2026-11-28 06:20:20.585081',100,NULL,NULL);
INSERT INTO "person" VALUES(6,'Bo','human',NULL,'2026-11-28 06:20:20.585089',100,NULL,NULL);
INSERT INTO "person" VALUES(7,'Rita','human',NULL,'2026-11-28 06:20:21.120129',100,NULL,NULL);
INSERT INTO "person" VALUES(8,'dommer-1','judge',NULL,'2026-11-28 06:20:26.198099',100,NULL,NULL);
CREATE TABLE program_token (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	created_by INTEGER, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_program_token PRIMARY KEY (id), 
	CONSTRAINT fk_program_token_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_program_token_created_by_person FOREIGN KEY(created_by) REFERENCES person (id), 
	CONSTRAINT uq_program_token_token_hash UNIQUE (token_hash)
);
INSERT INTO "program_token" VALUES(1,1,'loop','32db32aaa0d1bc1474403c1f0c85853614db5a1f67603ff4936f025086c3bfdf',1,'2026-11-28 06:20:20.043975',NULL);
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
INSERT INTO "prompt" VALUES(12,3,'p0','p0','regular','Oppgave 0','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(13,3,'p1','p1','regular','Oppgave 1','nn','mail',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE provider_account (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	issuer VARCHAR NOT NULL, 
	email VARCHAR, 
	subject VARCHAR, 
	created_at DATETIME NOT NULL, 
	first_used_at DATETIME, 
	CONSTRAINT pk_provider_account PRIMARY KEY (id), 
	CONSTRAINT fk_provider_account_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_provider_account_person_id UNIQUE (person_id), 
	CONSTRAINT uq_provider_account_issuer_email UNIQUE (issuer, email), 
	CONSTRAINT uq_provider_account_issuer_subject UNIQUE (issuer, subject), 
	CONSTRAINT ck_provider_account_named CHECK (email IS NOT NULL OR subject IS NOT NULL)
);
CREATE TABLE pseudonym_key (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_pseudonym_key PRIMARY KEY (id), 
	CONSTRAINT fk_pseudonym_key_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_pseudonym_key_campaign_id UNIQUE (campaign_id)
);
CREATE TABLE qualification (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	attempt INTEGER NOT NULL, 
	asked INTEGER NOT NULL, 
	correct INTEGER, 
	passed BOOLEAN, 
	granted_by INTEGER, 
	started_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	CONSTRAINT pk_qualification PRIMARY KEY (id), 
	CONSTRAINT ck_qualification_finished_is_decided CHECK ((passed IS NULL) = (finished_at IS NULL)), 
	CONSTRAINT ck_qualification_counts CHECK (attempt >= 1 AND asked >= 0), 
	CONSTRAINT fk_qualification_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_qualification_granted_by_person FOREIGN KEY(granted_by) REFERENCES person (id), 
	CONSTRAINT fk_qualification_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_qualification_person_id_campaign_id_attempt UNIQUE (person_id, campaign_id, attempt)
);
CREATE TABLE "question" (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	assignment_id INTEGER, 
	text VARCHAR NOT NULL, 
	asked_at DATETIME NOT NULL, 
	answer VARCHAR, 
	answered_by INTEGER, 
	answered_at DATETIME, 
	read_at DATETIME, 
	resolved_at DATETIME, 
	rating_assignment_id INTEGER, marks JSON, 
	CONSTRAINT pk_question PRIMARY KEY (id), 
	CONSTRAINT fk_question_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_question_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_question_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_question_answered_by_person FOREIGN KEY(answered_by) REFERENCES person (id), 
	CONSTRAINT fk_question_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT ck_question_about_one CHECK (assignment_id IS NULL OR rating_assignment_id IS NULL)
);
INSERT INTO "question" VALUES(1,1,2,NULL,'Hva nå?','2026-03-02 09:07:20.000000','Slik.',1,'2026-03-02 09:08:00.000000',NULL,'2026-03-02 09:08:00.000000',NULL,NULL);
CREATE TABLE "rating" (
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
	layout VARCHAR, 
	late BOOLEAN DEFAULT 0 NOT NULL, expected DOUBLE, log_probability DOUBLE, 
	CONSTRAINT pk_rating PRIMARY KEY (id), 
	CONSTRAINT ck_rating_value_or_na CHECK (NOT (not_applicable AND value IS NOT NULL)), 
	CONSTRAINT fk_rating_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT uq_rating_rating_assignment_id_criterion_revision UNIQUE (rating_assignment_id, criterion, revision), 
	CONSTRAINT ck_rating_layout CHECK (layout IN ('side_by_side', 'stacked', 'switched'))
);
INSERT INTO "rating" VALUES(1,1,'adequacy',1,1,1,0,'Fordi.','2026-03-02 10:03:20.000000',40000,'nb','2026-11-28 06:20:21.665550',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(2,1,'fluency',1,1,1,0,'Fordi.','2026-03-02 10:03:20.000000',40000,'nb','2026-11-28 06:20:21.665557',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(3,2,'adequacy',1,1,2,0,'Fordi.','2026-03-02 10:04:40.000000',40000,'nb','2026-11-28 06:20:21.739681',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(4,2,'fluency',1,1,2,0,'Fordi.','2026-03-02 10:04:40.000000',40000,'nb','2026-11-28 06:20:21.739686',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(5,3,'adequacy',1,0,1,0,'Fordi.','2026-03-02 10:06:00.000000',40000,'nb','2026-11-28 06:20:21.785632',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(6,3,'fluency',1,0,1,0,'Fordi.','2026-03-02 10:06:00.000000',40000,'nb','2026-11-28 06:20:21.785636',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(7,3,'adequacy',2,0,NULL,0,NULL,'2026-03-02 10:06:40.000000',NULL,NULL,'2026-11-28 06:20:21.822346',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(8,3,'fluency',2,0,NULL,0,NULL,'2026-03-02 10:06:40.000000',NULL,NULL,'2026-11-28 06:20:21.822350',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(9,3,'adequacy',3,1,2,0,'Fordi.','2026-03-02 10:08:00.000000',80000,'nb','2026-11-28 06:20:21.882827',NULL,0,NULL,NULL);
INSERT INTO "rating" VALUES(10,3,'fluency',3,1,2,0,'Fordi.','2026-03-02 10:08:00.000000',80000,'nb','2026-11-28 06:20:21.882832',NULL,0,NULL,NULL);
CREATE TABLE "rating_assignment" (
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
	skip_reason VARCHAR, 
	skip_comment VARCHAR, 
	skipped_at DATETIME, 
	skip_settled_at DATETIME, 
	kind VARCHAR DEFAULT 'regular' NOT NULL, 
	qualification_id INTEGER, 
	CONSTRAINT pk_rating_assignment PRIMARY KEY (id), 
	CONSTRAINT ck_rating_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other')), 
	CONSTRAINT ck_rating_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT fk_rating_assignment_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT fk_rating_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_rating_assignment_response_id_person_id_protocol_key UNIQUE (response_id, person_id, protocol_key), 
	CONSTRAINT fk_rating_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT ck_rating_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT fk_rating_assignment_qualification_id_qualification FOREIGN KEY(qualification_id) REFERENCES qualification (id), 
	CONSTRAINT ck_rating_assignment_kind CHECK (kind IN ('regular', 'training', 'test'))
);
INSERT INTO "rating_assignment" VALUES(1,3,32,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 10:02:40.000000','2026-11-28 06:20:21.536702',NULL,NULL,NULL,NULL,'regular',NULL);
INSERT INTO "rating_assignment" VALUES(2,3,33,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 10:04:00.000000','2026-11-28 06:20:21.705270',NULL,NULL,NULL,NULL,'regular',NULL);
INSERT INTO "rating_assignment" VALUES(3,3,35,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 10:06:40.000000','2026-11-28 06:20:21.757237',NULL,NULL,NULL,NULL,'regular',NULL);
CREATE TABLE rating_mark (
	id INTEGER NOT NULL, 
	rating_assignment_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	start INTEGER, 
	"end" INTEGER, 
	issue VARCHAR NOT NULL, 
	CONSTRAINT pk_rating_mark PRIMARY KEY (id), 
	CONSTRAINT ck_rating_mark_place CHECK ((start IS NULL) = ("end" IS NULL)), 
	CONSTRAINT ck_rating_mark_range CHECK (0 <= start AND start < "end"), 
	CONSTRAINT ck_rating_mark_revision CHECK (revision >= 1), 
	CONSTRAINT fk_rating_mark_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT uq_rating_mark_rating_assignment_id_revision_issue_start_end UNIQUE (rating_assignment_id, revision, issue, start, "end")
);
CREATE TABLE "reason" (
	id INTEGER NOT NULL, 
	remark_id INTEGER NOT NULL, 
	response_id INTEGER NOT NULL, 
	issue VARCHAR NOT NULL, 
	start INTEGER, 
	"end" INTEGER, 
	CONSTRAINT pk_reason PRIMARY KEY (id), 
	CONSTRAINT fk_reason_remark_id_remark FOREIGN KEY(remark_id) REFERENCES remark (id), 
	CONSTRAINT fk_reason_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT uq_reason_remark_id_response_id_issue_start_end UNIQUE (remark_id, response_id, issue, start, "end"), 
	CONSTRAINT ck_reason_place CHECK ((start IS NULL) = ("end" IS NULL)), 
	CONSTRAINT ck_reason_range CHECK (0 <= start AND start < "end")
);
INSERT INTO "reason" VALUES(1,1,2,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(2,2,13,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(3,3,9,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(4,4,20,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(5,5,10,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(6,6,19,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(7,7,1,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(8,8,2,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(9,9,15,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(10,10,8,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(11,11,4,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(12,12,10,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(13,13,23,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(14,14,18,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(15,15,5,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(16,16,14,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(17,17,10,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(18,18,1,'grammar',NULL,NULL);
CREATE TABLE remark (
	id INTEGER NOT NULL, 
	judgment_id INTEGER NOT NULL, 
	quality VARCHAR, 
	comment VARCHAR, 
	given_at DATETIME NOT NULL, 
	CONSTRAINT pk_remark PRIMARY KEY (id), 
	CONSTRAINT ck_remark_quality CHECK (quality IN ('both_well', 'both_badly')), 
	CONSTRAINT fk_remark_judgment_id_judgment FOREIGN KEY(judgment_id) REFERENCES judgment (id), 
	CONSTRAINT uq_remark_judgment_id UNIQUE (judgment_id)
);
INSERT INTO "remark" VALUES(1,1,NULL,'Her.','2026-03-02 09:12:40.000000');
INSERT INTO "remark" VALUES(2,2,NULL,'Her.','2026-03-02 09:14:40.000000');
INSERT INTO "remark" VALUES(3,3,NULL,'Her.','2026-03-02 09:16:40.000000');
INSERT INTO "remark" VALUES(4,4,NULL,'Her.','2026-03-02 09:20:00.000000');
INSERT INTO "remark" VALUES(5,7,NULL,'Her.','2026-03-02 09:24:00.000000');
INSERT INTO "remark" VALUES(6,8,NULL,'Her.','2026-03-02 09:26:00.000000');
INSERT INTO "remark" VALUES(7,9,NULL,'Her.','2026-03-02 09:28:00.000000');
INSERT INTO "remark" VALUES(8,10,NULL,'Her.','2026-03-02 09:30:40.000000');
INSERT INTO "remark" VALUES(9,11,NULL,'Her.','2026-03-02 09:32:40.000000');
INSERT INTO "remark" VALUES(10,12,NULL,'Her.','2026-03-02 09:34:40.000000');
INSERT INTO "remark" VALUES(11,13,NULL,'Her.','2026-03-02 09:38:00.000000');
INSERT INTO "remark" VALUES(12,16,NULL,'Her.','2026-03-02 09:42:00.000000');
INSERT INTO "remark" VALUES(13,17,NULL,'Her.','2026-03-02 09:44:00.000000');
INSERT INTO "remark" VALUES(14,18,NULL,'Her.','2026-03-02 09:46:40.000000');
INSERT INTO "remark" VALUES(15,19,NULL,'Her.','2026-03-02 09:48:40.000000');
INSERT INTO "remark" VALUES(16,20,NULL,'Her.','2026-03-02 09:50:40.000000');
INSERT INTO "remark" VALUES(17,21,NULL,'Her.','2026-03-02 09:54:00.000000');
INSERT INTO "remark" VALUES(18,24,NULL,'Her.','2026-03-02 09:58:00.000000');
CREATE TABLE response (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	system_id INTEGER, 
	text VARCHAR, 
	meta JSON, 
	withdrawn_at DATETIME, gold JSON, 
	CONSTRAINT pk_response PRIMARY KEY (id), 
	CONSTRAINT fk_response_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_response_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_response_system_id_system FOREIGN KEY(system_id) REFERENCES system (id), 
	CONSTRAINT uq_response_prompt_id_system_id UNIQUE (prompt_id, system_id)
);
INSERT INTO "response" VALUES(1,1,1,1,'Dette er svar 132598cb6387.','null',NULL,NULL);
INSERT INTO "response" VALUES(2,1,1,2,'Dette er svar 2372d3bd995f.','null',NULL,NULL);
INSERT INTO "response" VALUES(3,1,1,3,'Dette er svar 92b27607d001.','null',NULL,NULL);
INSERT INTO "response" VALUES(4,1,2,1,'Dette er svar 2fd2c1bbbfad.','null',NULL,NULL);
INSERT INTO "response" VALUES(5,1,2,2,'Dette er svar f8347c095598.','null',NULL,NULL);
INSERT INTO "response" VALUES(6,1,2,3,'Dette er svar 9098e92e220a.','null',NULL,NULL);
INSERT INTO "response" VALUES(7,1,3,1,'Dette er svar 33dc7d9656ba.','null',NULL,NULL);
INSERT INTO "response" VALUES(8,1,3,2,'Dette er svar 68754bf24ff4.','null',NULL,NULL);
INSERT INTO "response" VALUES(9,1,3,3,'Dette er svar 6b66737100fe.','null',NULL,NULL);
INSERT INTO "response" VALUES(10,1,4,1,'Dette er svar d2b20af82786.','null',NULL,NULL);
INSERT INTO "response" VALUES(11,1,4,2,'Dette er svar 6a465759ea66.','null',NULL,NULL);
INSERT INTO "response" VALUES(12,1,4,3,'Dette er svar 5e7085fba481.','null',NULL,NULL);
INSERT INTO "response" VALUES(13,1,5,1,'Dette er svar a49a93211cea.','null',NULL,NULL);
INSERT INTO "response" VALUES(14,1,5,2,'Dette er svar 754cc3e0f65c.','null',NULL,NULL);
INSERT INTO "response" VALUES(15,1,5,3,'Dette er svar 3bdc2442daa4.','null','2026-03-02 10:01:20.000000',NULL);
INSERT INTO "response" VALUES(16,1,6,NULL,'Teksten 0 er god.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(17,1,6,NULL,'Teksten 0 god er.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(18,1,7,NULL,'Teksten 1 er god.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(19,1,7,NULL,'Teksten 1 god er.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(20,1,8,NULL,'Teksten 2 er god.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(21,1,8,NULL,'Teksten 2 god er.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(22,1,9,NULL,'Teksten 3 er god.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(23,1,9,NULL,'Teksten 3 god er.',NULL,NULL,NULL);
INSERT INTO "response" VALUES(24,2,10,7,'Havet er blått.','null',NULL,NULL);
INSERT INTO "response" VALUES(25,2,10,8,'Havet er stort.','null',NULL,NULL);
INSERT INTO "response" VALUES(26,2,10,9,'Sjøen er djup.','null',NULL,NULL);
INSERT INTO "response" VALUES(27,2,11,7,'Fjellet er høgt.','null',NULL,NULL);
INSERT INTO "response" VALUES(28,2,11,9,'Berget er grått.','null',NULL,NULL);
INSERT INTO "response" VALUES(29,2,11,8,'Fjellet er bratt.','null',NULL,NULL);
INSERT INTO "response" VALUES(30,3,12,10,'Dette er svar 132598cb6387.','null',NULL,NULL);
INSERT INTO "response" VALUES(31,3,12,11,'Dette er svar 2372d3bd995f.','null',NULL,NULL);
INSERT INTO "response" VALUES(32,3,12,12,'Dette er svar 92b27607d001.','null',NULL,NULL);
INSERT INTO "response" VALUES(33,3,13,10,'Dette er svar 2fd2c1bbbfad.','null',NULL,NULL);
INSERT INTO "response" VALUES(34,3,13,11,'Dette er svar f8347c095598.','null',NULL,NULL);
INSERT INTO "response" VALUES(35,3,13,12,'Dette er svar 9098e92e220a.','null',NULL,NULL);
CREATE TABLE round (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	opened_by INTEGER, 
	opened_at DATETIME NOT NULL, 
	CONSTRAINT pk_round PRIMARY KEY (id), 
	CONSTRAINT ck_round_number CHECK (number >= 2), 
	CONSTRAINT fk_round_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_round_opened_by_person FOREIGN KEY(opened_by) REFERENCES person (id), 
	CONSTRAINT uq_round_campaign_id_number UNIQUE (campaign_id, number)
);
CREATE TABLE screen_approval (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	pair VARCHAR NOT NULL, 
	fingerprint VARCHAR NOT NULL, 
	approved_by INTEGER, 
	approved_at DATETIME NOT NULL, 
	CONSTRAINT pk_screen_approval PRIMARY KEY (id), 
	CONSTRAINT fk_screen_approval_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_screen_approval_approved_by_person FOREIGN KEY(approved_by) REFERENCES person (id), 
	CONSTRAINT uq_screen_approval_campaign_id_pair UNIQUE (campaign_id, pair)
);
INSERT INTO "screen_approval" VALUES(1,1,'nb-1','ffffffffffff',NULL,'2026-11-28 06:20:26.529053');
CREATE TABLE screen_try (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	written_standard VARCHAR NOT NULL, 
	items JSON NOT NULL, 
	answers JSON NOT NULL, 
	correct INTEGER, 
	passed BOOLEAN, 
	started_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	CONSTRAINT pk_screen_try PRIMARY KEY (id), 
	CONSTRAINT fk_screen_try_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_screen_try_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_screen_try_person_id_campaign_id UNIQUE (person_id, campaign_id), 
	CONSTRAINT ck_screen_try_written_standard CHECK (written_standard IN ('nb', 'nn')), 
	CONSTRAINT ck_screen_try_finished_is_decided CHECK ((passed IS NULL) = (finished_at IS NULL)), 
	CONSTRAINT ck_screen_try_decided_is_counted CHECK ((passed IS NULL) = (correct IS NULL))
);
INSERT INTO "screen_try" VALUES(1,3,1,'nb','[{"pair": "nb-1", "A": "Her er det.", "B": "Det her er.", "right": "A"}]','[{"side": "A", "at": "2026-03-02T10:08:40+00:00"}]',1,1,'2026-03-02 10:08:40.000000','2026-03-02 10:08:40.000000');
CREATE TABLE "sign_in" (
	id INTEGER NOT NULL, 
	session_hash VARCHAR NOT NULL, 
	person_id INTEGER NOT NULL, 
	link_id INTEGER, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	used_at DATETIME NOT NULL, 
	provider_account_id INTEGER, 
	CONSTRAINT pk_sign_in PRIMARY KEY (id), 
	CONSTRAINT fk_sign_in_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_sign_in_session_hash UNIQUE (session_hash), 
	CONSTRAINT fk_sign_in_link_id_link FOREIGN KEY(link_id) REFERENCES link (id), 
	CONSTRAINT fk_sign_in_provider_account_id_provider_account FOREIGN KEY(provider_account_id) REFERENCES provider_account (id), 
	CONSTRAINT ck_sign_in_opened_by CHECK ((link_id IS NULL) <> (provider_account_id IS NULL))
);
INSERT INTO "sign_in" VALUES(1,'c7a7fccb134808c38c688292efe390d8321505c7cf58301925c9c50168df528c',1,1,'2026-03-02 09:00:40.000000',NULL,'2026-03-02 09:00:40.000000',NULL);
INSERT INTO "sign_in" VALUES(2,'0686befbb14ea19e9b5b025551af62ba88bf51f08c73a65f01a94473767c8c3c',2,2,'2026-03-02 09:01:20.000000',NULL,'2026-03-02 09:01:20.000000',NULL);
INSERT INTO "sign_in" VALUES(3,'d233b7d1bb2ae365433d7616250313805a18d043e6abf6ac25555eb71eecb4b2',3,3,'2026-03-02 09:02:00.000000',NULL,'2026-03-02 09:02:00.000000',NULL);
INSERT INTO "sign_in" VALUES(4,'a842582d2f834cad57c55f5ea7a9b016836d2832a877503ca5ba42922a0e9999',4,4,'2026-03-02 09:02:40.000000',NULL,'2026-03-02 09:02:40.000000',NULL);
INSERT INTO "sign_in" VALUES(5,'5d608ae6cd834226053101ae70f101847ecf7742f54b2868eb349156dfdb8fa1',7,5,'2026-03-02 10:02:00.000000',NULL,'2026-03-02 10:02:00.000000',NULL);
CREATE TABLE system (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, family VARCHAR, checkpoint DOUBLE, 
	CONSTRAINT pk_system PRIMARY KEY (id), 
	CONSTRAINT fk_system_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_system_campaign_id_name UNIQUE (campaign_id, name)
);
INSERT INTO "system" VALUES(1,1,'alfa-modell',NULL,NULL);
INSERT INTO "system" VALUES(2,1,'bravo-modell',NULL,NULL);
INSERT INTO "system" VALUES(3,1,'charlie-modell',NULL,NULL);
INSERT INTO "system" VALUES(4,2,'alfa-modell',NULL,NULL);
INSERT INTO "system" VALUES(5,2,'bravo-modell',NULL,NULL);
INSERT INTO "system" VALUES(6,2,'charlie-modell',NULL,NULL);
INSERT INTO "system" VALUES(7,2,'alfa',NULL,NULL);
INSERT INTO "system" VALUES(8,2,'bravo',NULL,NULL);
INSERT INTO "system" VALUES(9,2,'charlie',NULL,NULL);
INSERT INTO "system" VALUES(10,3,'alfa-modell',NULL,NULL);
INSERT INTO "system" VALUES(11,3,'bravo-modell',NULL,NULL);
INSERT INTO "system" VALUES(12,3,'charlie-modell',NULL,NULL);
CREATE UNIQUE INDEX uq_link_live ON link (person_id) WHERE revoked_at IS NULL;
CREATE INDEX ix_response_campaign_id ON response (campaign_id);
CREATE INDEX ix_comparison_campaign ON comparison (campaign_id, kind, identical, overlap, done);
CREATE INDEX ix_comparison_open ON comparison (campaign_id, position) WHERE done < overlap AND kind = 'regular' AND identical = false AND withdrawn_at IS NULL;
CREATE INDEX ix_comparison_prompt ON comparison (prompt_id);
CREATE INDEX ix_consent_person ON consent (person_id, campaign_id);
CREATE INDEX ix_guideline_reading_person ON guideline_reading (person_id, campaign_id);
CREATE INDEX ix_hours_note_person ON hours_note (person_id, campaign_id, day);
CREATE INDEX ix_assignment_person ON assignment (campaign_id, person_id, status, sequence);
CREATE INDEX ix_event_campaign ON event (campaign_id, id);
CREATE UNIQUE INDEX uq_exclusion_live ON exclusion (campaign_id, person_id) WHERE lifted_at IS NULL;
CREATE INDEX ix_message_person ON message (campaign_id, person_id);
CREATE INDEX ix_program_token_campaign_id ON program_token (campaign_id);
CREATE UNIQUE INDEX uq_membership_campaign ON membership (person_id, campaign_id, role) WHERE campaign_id IS NOT NULL;
CREATE UNIQUE INDEX uq_membership_everywhere ON membership (person_id, role) WHERE campaign_id IS NULL;
CREATE INDEX ix_judge_reply_campaign ON judge_reply (campaign_id, person_id);
CREATE INDEX ix_question_person ON question (campaign_id, person_id);
CREATE INDEX ix_desk_action_person ON desk_action (campaign_id, person_id, id);
CREATE UNIQUE INDEX uq_rating_mark_placeless ON rating_mark (rating_assignment_id, revision, issue) WHERE start IS NULL;
CREATE INDEX ix_judgment_unranked ON judgment (campaign_id, person_id) WHERE NOT ranked;
CREATE INDEX ix_judgment_ranking ON judgment (campaign_id, first_system_id, second_system_id, outcome, swapped, order_known, person_id, prompt_id) WHERE live AND ranked AND outcome IS NOT NULL;
CREATE UNIQUE INDEX uq_judgment_live ON judgment (assignment_id) WHERE live;
CREATE INDEX ix_judgment_person ON judgment (campaign_id, person_id, id);
CREATE INDEX ix_judgment_late ON judgment (campaign_id, person_id) WHERE late;
CREATE UNIQUE INDEX uq_rating_live ON rating (rating_assignment_id, criterion) WHERE live;
CREATE INDEX ix_reason_response_id ON reason (response_id);
CREATE UNIQUE INDEX uq_reason_placeless ON reason (remark_id, response_id, issue) WHERE start IS NULL;
CREATE UNIQUE INDEX uq_job_key ON job ("key") WHERE NOT (state IN ('done', 'failed', 'stopped'));
CREATE INDEX ix_job_due ON job (state, due_at);
CREATE INDEX ix_job_campaign_id ON job (campaign_id);
CREATE INDEX ix_mail_address_folded ON mail_address (folded);
CREATE INDEX ix_mail_campaign ON mail (campaign_id, id);
CREATE INDEX ix_mail_person ON mail (person_id, id);
CREATE INDEX ix_link_offer_person_id ON link_offer (person_id);
CREATE INDEX ix_link_offer_mail_id ON link_offer (mail_id);
CREATE UNIQUE INDEX uq_pause_live ON pause (campaign_id, person_id) WHERE lifted_at IS NULL;
CREATE INDEX ix_loaded_file_campaign_id ON loaded_file (campaign_id);
CREATE INDEX ix_comparison_second_response_id ON comparison (second_response_id);
CREATE INDEX ix_judgment_comparison_id ON judgment (comparison_id);
CREATE INDEX ix_judgment_prompt_id ON judgment (prompt_id);
CREATE INDEX ix_rating_assignment_person ON rating_assignment (campaign_id, person_id, status);
CREATE INDEX ix_arrival_campaign ON arrival (campaign_id, arrived_at);
CREATE INDEX ix_judgment_page ON judgment (campaign_id, id) WHERE live;
CREATE INDEX ix_sign_in_person_id ON sign_in (person_id);
COMMIT;
